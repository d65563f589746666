// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" | filecheck %s

// k = K and the output exceeds L0C: nested loops hold one panel while the other moves, boundary tiles are peeled.

// scope row 2, case 39: (192, 128, 64), output-stationary, holds the left panel.
// CHECK-LABEL: func.func @case_39(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c384 = arith.constant 384 : index
// CHECK-NEXT:    %c192 = arith.constant 192 : index
// CHECK-NEXT:    %c640 = arith.constant 640 : index
// CHECK-NEXT:    %c128 = arith.constant 128 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c384 step %c192 iter_args(%c_l0_held_iter = %out) -> (tensor<384x640xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %lhs[%c_l0_held_o, 0] : !tile.tile<384x64xbf16, mat> to !tile.tile<192x64xbf16, left>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c640 step %c128 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<384x640xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %rhs[0, %c_l0_moving_o] : !tile.tile<64x640xbf16, mat> to !tile.tile<64x128xbf16, right>
// CHECK-NEXT:        %c_t0 = tile.matmul %c_l0_held, %c_l0_moving
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_held_o, %c_l0_moving_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:    func.return %c_l0_held_out : tensor<384x640xf32>
func.func @case_39(%a: tensor<384x64xbf16>, %b: tensor<64x640xbf16>, %out: tensor<384x640xf32>) -> tensor<384x640xf32> {
  %lhs = tile.load %a[0, 0] : tensor<384x64xbf16> to !tile.tile<384x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x640xbf16> to !tile.tile<64x640xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<384x64xbf16, mat>, !tile.tile<64x640xbf16, mat> -> !tile.tile<384x640xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<384x640xf32, acc> into tensor<384x640xf32>
  func.return %0 : tensor<384x640xf32>
}

// case 40: (128, 256, 64), output-stationary, holds the right panel.
// CHECK-LABEL: func.func @case_40(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c384 = arith.constant 384 : index
// CHECK-NEXT:    %c128 = arith.constant 128 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c256 step %c256 iter_args(%c_l0_held_iter = %out) -> (tensor<384x256xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %rhs[0, %c_l0_held_o] : !tile.tile<64x256xbf16, mat> to !tile.tile<64x256xbf16, right>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c384 step %c128 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<384x256xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %lhs[%c_l0_moving_o, 0] : !tile.tile<384x64xbf16, mat> to !tile.tile<128x64xbf16, left>
// CHECK-NEXT:        %c_t0 = tile.matmul %c_l0_moving, %c_l0_held
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_moving_o, %c_l0_held_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:    func.return %c_l0_held_out : tensor<384x256xf32>
func.func @case_40(%a: tensor<384x64xbf16>, %b: tensor<64x256xbf16>, %out: tensor<384x256xf32>) -> tensor<384x256xf32> {
  %lhs = tile.load %a[0, 0] : tensor<384x64xbf16> to !tile.tile<384x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x256xbf16> to !tile.tile<64x256xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<384x64xbf16, mat>, !tile.tile<64x256xbf16, mat> -> !tile.tile<384x256xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<384x256xf32, acc> into tensor<384x256xf32>
  func.return %0 : tensor<384x256xf32>
}

// case 41: raw bytes tie, the slower path to L0B decides for the right panel.
// CHECK-LABEL: func.func @case_41(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c384 = arith.constant 384 : index
// CHECK-NEXT:    %c128 = arith.constant 128 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c512 step %c256 iter_args(%c_l0_held_iter = %out) -> (tensor<384x512xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %rhs[0, %c_l0_held_o] : !tile.tile<64x512xbf16, mat> to !tile.tile<64x256xbf16, right>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c384 step %c128 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<384x512xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %lhs[%c_l0_moving_o, 0] : !tile.tile<384x64xbf16, mat> to !tile.tile<128x64xbf16, left>
// CHECK-NEXT:        %c_t0 = tile.matmul %c_l0_moving, %c_l0_held
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_moving_o, %c_l0_held_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:    func.return %c_l0_held_out : tensor<384x512xf32>
func.func @case_41(%a: tensor<384x64xbf16>, %b: tensor<64x512xbf16>, %out: tensor<384x512xf32>) -> tensor<384x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<384x64xbf16> to !tile.tile<384x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x512xbf16> to !tile.tile<64x512xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<384x64xbf16, mat>, !tile.tile<64x512xbf16, mat> -> !tile.tile<384x512xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<384x512xf32, acc> into tensor<384x512xf32>
  func.return %0 : tensor<384x512xf32>
}

// case 43: (256, 128, 128), A-stationary: a sequential loop holds the left panel, 32 columns are peeled.
// CHECK-LABEL: func.func @case_43(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c128 = arith.constant 128 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c256 step %c256 iter_args(%c_l0_held_iter = %out) -> (tensor<256x544xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %lhs[%c_l0_held_o, 0] : !tile.tile<256x128xbf16, mat> to !tile.tile<256x128xbf16, left>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c512 step %c128 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<256x544xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %rhs[0, %c_l0_moving_o] : !tile.tile<128x544xbf16, mat> to !tile.tile<128x128xbf16, right>
// CHECK-NEXT:        %c_t0 = tile.matmul %c_l0_held, %c_l0_moving
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_held_o, %c_l0_moving_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK:         %c_l0_a = tile.extract %lhs[0, 0] : !tile.tile<256x128xbf16, mat> to !tile.tile<256x128xbf16, left>
// CHECK-NEXT:    %c_l0_b = tile.extract %rhs[0, 512] : !tile.tile<128x544xbf16, mat> to !tile.tile<128x32xbf16, right>
// CHECK-NEXT:    %c_t1 = tile.matmul %c_l0_a, %c_l0_b
// CHECK-NEXT:    %out_t1 = tile.store %c_t1 into %c_l0_held_out[0, 512]
// CHECK-NEXT:    func.return %out_t1 : tensor<256x544xf32>
func.func @case_43(%a: tensor<256x128xbf16>, %b: tensor<128x544xbf16>, %out: tensor<256x544xf32>) -> tensor<256x544xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x128xbf16> to !tile.tile<256x128xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<128x544xbf16> to !tile.tile<128x544xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x128xbf16, mat>, !tile.tile<128x544xbf16, mat> -> !tile.tile<256x544xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x544xf32, acc> into tensor<256x544xf32>
  func.return %0 : tensor<256x544xf32>
}

// case 47: B-stationary.
// CHECK-LABEL: func.func @case_47(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c192 = arith.constant 192 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c_l0_held_out = scf.for %c_l0_held_o = %c0 to %c512 step %c512 iter_args(%c_l0_held_iter = %out) -> (tensor<192x512xf32>) {
// CHECK-NEXT:      %c_l0_held = tile.extract %rhs[0, %c_l0_held_o] : !tile.tile<64x512xbf16, mat> to !tile.tile<64x512xbf16, right>
// CHECK-NEXT:      %c_l0_moving_out = scf.for %c_l0_moving_o = %c0 to %c192 step %c64 iter_args(%c_l0_moving_iter = %c_l0_held_iter) -> (tensor<192x512xf32>) {
// CHECK-NEXT:        %c_l0_moving = tile.extract %lhs[%c_l0_moving_o, 0] : !tile.tile<192x64xbf16, mat> to !tile.tile<64x64xbf16, left>
// CHECK-NEXT:        %c_t0 = tile.matmul %c_l0_moving, %c_l0_held
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_l0_moving_iter[%c_l0_moving_o, %c_l0_held_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false}
// CHECK-NEXT:      scf.yield %c_l0_moving_out
// CHECK:         func.return %c_l0_held_out : tensor<192x512xf32>
func.func @case_47(%a: tensor<192x64xbf16>, %b: tensor<64x512xbf16>, %out: tensor<192x512xf32>) -> tensor<192x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<192x64xbf16> to !tile.tile<192x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x512xbf16> to !tile.tile<64x512xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<192x64xbf16, mat>, !tile.tile<64x512xbf16, mat> -> !tile.tile<192x512xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<192x512xf32, acc> into tensor<192x512xf32>
  func.return %0 : tensor<192x512xf32>
}
