// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=ptoas}" | filecheck %s

// Two accumulators in turns where the planner allows it: the moving loop carries tile.double_buffer_c.

// case 45: A-stationary under ptoas.
// CHECK-LABEL: func.func @case_45(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c64 step %c64 iter_args(%c_l0_held_iter = %out) -> (tensor<64x256xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %lhs[%c_l0_held_o, 0] : !tile.tile<64x256xf32, mat> to !tile.tile<64x256xf32, left>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c256 step %c32 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<64x256xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %rhs[0, %c_l0_moving_o] : !tile.tile<256x256xf32, mat> to !tile.tile<256x32xf32, right>
// CHECK-NEXT:        %c_t0 = tile.matmul %c_l0_held, %c_l0_moving
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_held_o, %c_l0_moving_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK:         func.return %c_l0_held_out : tensor<64x256xf32>
func.func @case_45(%a: tensor<64x256xf32>, %b: tensor<256x256xf32>, %out: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x256xf32> to !tile.tile<256x256xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat>, !tile.tile<256x256xf32, mat> -> !tile.tile<64x256xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x256xf32, acc> into tensor<64x256xf32>
  func.return %0 : tensor<64x256xf32>
}

// case 46: A-stationary.
// CHECK-LABEL: func.func @case_46(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c288 = arith.constant 288 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c64 step %c64 iter_args(%c_l0_held_iter = %out) -> (tensor<64x288xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %lhs[%c_l0_held_o, 0] : !tile.tile<64x384xbf16, mat> to !tile.tile<64x384xbf16, left>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c288 step %c32 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<64x288xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %rhs[0, %c_l0_moving_o] : !tile.tile<384x288xbf16, mat> to !tile.tile<384x32xbf16, right>
// CHECK-NEXT:        %c_t0 = tile.matmul %c_l0_held, %c_l0_moving
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_held_o, %c_l0_moving_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK:         func.return %c_l0_held_out : tensor<64x288xf32>
func.func @case_46(%a: tensor<64x384xbf16>, %b: tensor<384x288xbf16>, %out: tensor<64x288xf32>) -> tensor<64x288xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x384xbf16> to !tile.tile<64x384xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<384x288xbf16> to !tile.tile<384x288xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x384xbf16, mat>, !tile.tile<384x288xbf16, mat> -> !tile.tile<64x288xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x288xf32, acc> into tensor<64x288xf32>
  func.return %0 : tensor<64x288xf32>
}

// case 47: B-stationary.
// CHECK-LABEL: func.func @case_47(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c256 step %c256 iter_args(%c_l0_held_iter = %out) -> (tensor<64x256xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %rhs[0, %c_l0_held_o] : !tile.tile<80x256xbf16, mat> to !tile.tile<80x256xbf16, right>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c64 step %c32 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<64x256xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %lhs[%c_l0_moving_o, 0] : !tile.tile<64x80xbf16, mat> to !tile.tile<32x80xbf16, left>
// CHECK-NEXT:        %c_t0 = tile.matmul %c_l0_moving, %c_l0_held
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_moving_o, %c_l0_held_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK:         func.return %c_l0_held_out : tensor<64x256xf32>
func.func @case_47(%a: tensor<64x80xbf16>, %b: tensor<80x256xbf16>, %out: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x80xbf16> to !tile.tile<64x80xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<80x256xbf16> to !tile.tile<80x256xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x80xbf16, mat>, !tile.tile<80x256xbf16, mat> -> !tile.tile<64x256xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x256xf32, acc> into tensor<64x256xf32>
  func.return %0 : tensor<64x256xf32>
}

// case 48: output-stationary, 80x128, partial tiles on both axes.
// CHECK-LABEL: func.func @case_48(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c128 = arith.constant 128 : index
// CHECK-NEXT:    %c160 = arith.constant 160 : index
// CHECK-NEXT:    %c80 = arith.constant 80 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c128 step %c128 iter_args(%c_l0_held_iter = %out) -> (tensor<160x160xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %rhs[0, %c_l0_held_o] : !tile.tile<64x160xf32, mat> to !tile.tile<64x128xf32, right>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c160 step %c80 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<160x160xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %lhs[%c_l0_moving_o, 0] : !tile.tile<160x64xf32, mat> to !tile.tile<80x64xf32, left>
// CHECK-NEXT:        %c_t0 = tile.matmul %c_l0_moving, %c_l0_held
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_moving_o, %c_l0_held_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:    %c_l0_a = tile.extract %lhs[0, 0] : !tile.tile<160x64xf32, mat> to !tile.tile<80x64xf32, left>
// CHECK-NEXT:    %c_l0_b = tile.extract %rhs[0, 128] : !tile.tile<64x160xf32, mat> to !tile.tile<64x32xf32, right>
// CHECK-NEXT:    %c_t1 = tile.matmul %c_l0_a, %c_l0_b
// CHECK-NEXT:    %out_t1 = tile.store %c_t1 into %c_l0_held_out[0, 128]
// CHECK-NEXT:    %c_l0_a_1 = tile.extract %lhs[80, 0] : !tile.tile<160x64xf32, mat> to !tile.tile<80x64xf32, left>
// CHECK-NEXT:    %c_l0_b_1 = tile.extract %rhs[0, 128] : !tile.tile<64x160xf32, mat> to !tile.tile<64x32xf32, right>
// CHECK-NEXT:    %c_t2 = tile.matmul %c_l0_a_1, %c_l0_b_1
// CHECK-NEXT:    %out_t2 = tile.store %c_t2 into %out_t1[80, 128]
// CHECK-NEXT:    func.return %out_t2 : tensor<160x160xf32>
func.func @case_48(%a: tensor<160x64xf32>, %b: tensor<64x160xf32>, %out: tensor<160x160xf32>) -> tensor<160x160xf32> {
  %lhs = tile.load %a[0, 0] : tensor<160x64xf32> to !tile.tile<160x64xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x160xf32> to !tile.tile<64x160xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<160x64xf32, mat>, !tile.tile<64x160xf32, mat> -> !tile.tile<160x160xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<160x160xf32, acc> into tensor<160x160xf32>
  func.return %0 : tensor<160x160xf32>
}
