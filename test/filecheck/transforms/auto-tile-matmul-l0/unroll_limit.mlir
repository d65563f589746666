// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=toy_cube planner=pypto}" | filecheck %s

// Beyond 256 sub-tiles the grid is loops, columns outermost; the tails of both axes follow their loops.

// 520 of 528 rows and columns are valid.
// CHECK-LABEL: func.func @many(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c_n_full = scf.for %c_n_o = %c0 to %c512 step %c32 iter_args(%c_n_iter = %out) -> (tensor<520x520xf32>) {
// CHECK-NEXT:      %c_m_full = scf.for %c_m_o = %c0 to %c512 step %c32 iter_args(%c_m_iter = %c_n_iter) -> (tensor<520x520xf32>) {
// CHECK-NEXT:        %c_t0_l0_init = tile.create : !tile.tile<32x32xf32, acc>
// CHECK-NEXT:        %c_t0 = scf.for %c_t0_l0_ko = %c0 to %c64 step %c16 iter_args(%c_t0_l0_c = %c_t0_l0_init) -> (!tile.tile<32x32xf32, acc>) {
// CHECK-NEXT:          %c_t0_l0_a = tile.extract %lhs[%c_m_o, %c_t0_l0_ko] : !tile.tile<528x64xbf16, mat, valid = 520x64> to !tile.tile<32x16xbf16, left>
// CHECK-NEXT:          %c_t0_l0_b = tile.extract %rhs[%c_t0_l0_ko, %c_n_o] : !tile.tile<64x528xbf16, mat, valid = 64x520> to !tile.tile<16x32xbf16, right>
// CHECK-NEXT:          %c_t0_l0_first = arith.cmpi eq, %c_t0_l0_ko, %c0 : index
// CHECK-NEXT:          %c_t0_l0_c_acc = tile.matmul_acc %c_t0_l0_c, %c_t0_l0_a, %c_t0_l0_b init %c_t0_l0_first
// CHECK-NEXT:          scf.yield %c_t0_l0_c_acc
// CHECK-NEXT:        } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:        %out_t0 = tile.store %c_t0 into %c_m_iter[%c_m_o, %c_n_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK:           %c_t1_l0_init_storage = tile.create : !tile.tile<16x32xf32, acc, compact>
// CHECK-NEXT:      %c_t1_l0_init = tile.set_validshape %c_t1_l0_init_storage[8, 32] : !tile.tile<16x32xf32, acc, compact> to !tile.tile<16x32xf32, acc, valid = 8x32, compact>
// CHECK-NEXT:      %c_t1 = scf.for %c_t1_l0_ko = %c0 to %c64 step %c16 iter_args(%c_t1_l0_c = %c_t1_l0_init) -> (!tile.tile<16x32xf32, acc, valid = 8x32, compact>) {
// CHECK-NEXT:        %c_t1_l0_a = tile.extract %lhs[512, %c_t1_l0_ko] : !tile.tile<528x64xbf16, mat, valid = 520x64> to !tile.tile<16x16xbf16, left, valid = 8x16, compact>
// CHECK-NEXT:        %c_t1_l0_b = tile.extract %rhs[%c_t1_l0_ko, %c_n_o] : !tile.tile<64x528xbf16, mat, valid = 64x520> to !tile.tile<16x32xbf16, right>
// CHECK-NEXT:        %c_t1_l0_first = arith.cmpi eq, %c_t1_l0_ko, %c0 : index
// CHECK-NEXT:        %c_t1_l0_c_acc = tile.matmul_acc %c_t1_l0_c, %c_t1_l0_a, %c_t1_l0_b init %c_t1_l0_first
// CHECK-NEXT:        scf.yield %c_t1_l0_c_acc
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:      %out_t1 = tile.store %c_t1 into %c_m_full[512, %c_n_o]
// CHECK-NEXT:      scf.yield %out_t1
// CHECK:         %c_m_full_1 = scf.for %c_m_o_1 = %c0 to %c512 step %c32 iter_args(%c_m_iter_1 = %c_n_full) -> (tensor<520x520xf32>) {
// CHECK-NEXT:      %c_t2_l0_init_storage = tile.create : !tile.tile<32x16xf32, acc>
// CHECK-NEXT:      %c_t2_l0_init = tile.set_validshape %c_t2_l0_init_storage[32, 8] : !tile.tile<32x16xf32, acc> to !tile.tile<32x16xf32, acc, valid = 32x8>
// CHECK-NEXT:      %c_t2 = scf.for %c_t2_l0_ko = %c0 to %c64 step %c16 iter_args(%c_t2_l0_c = %c_t2_l0_init) -> (!tile.tile<32x16xf32, acc, valid = 32x8>) {
// CHECK-NEXT:        %c_t2_l0_a = tile.extract %lhs[%c_m_o_1, %c_t2_l0_ko] : !tile.tile<528x64xbf16, mat, valid = 520x64> to !tile.tile<32x16xbf16, left>
// CHECK-NEXT:        %c_t2_l0_b = tile.extract %rhs[%c_t2_l0_ko, 512] : !tile.tile<64x528xbf16, mat, valid = 64x520> to !tile.tile<16x16xbf16, right, valid = 16x8, compact>
// CHECK-NEXT:        %c_t2_l0_first = arith.cmpi eq, %c_t2_l0_ko, %c0 : index
// CHECK-NEXT:        %c_t2_l0_c_acc = tile.matmul_acc %c_t2_l0_c, %c_t2_l0_a, %c_t2_l0_b init %c_t2_l0_first
// CHECK-NEXT:        scf.yield %c_t2_l0_c_acc
// CHECK-NEXT:      } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:      %out_t2 = tile.store %c_t2 into %c_m_iter_1[%c_m_o_1, 512]
// CHECK-NEXT:      scf.yield %out_t2
// CHECK:         %c_t3_l0_init_storage = tile.create : !tile.tile<16x16xf32, acc, compact>
// CHECK-NEXT:    %c_t3_l0_init = tile.set_validshape %c_t3_l0_init_storage[8, 8] : !tile.tile<16x16xf32, acc, compact> to !tile.tile<16x16xf32, acc, valid = 8x8, compact>
// CHECK-NEXT:    %c_t3 = scf.for %c_t3_l0_ko = %c0 to %c64 step %c16 iter_args(%c_t3_l0_c = %c_t3_l0_init) -> (!tile.tile<16x16xf32, acc, valid = 8x8, compact>) {
// CHECK-NEXT:      %c_t3_l0_a = tile.extract %lhs[512, %c_t3_l0_ko] : !tile.tile<528x64xbf16, mat, valid = 520x64> to !tile.tile<16x16xbf16, left, valid = 8x16, compact>
// CHECK-NEXT:      %c_t3_l0_b = tile.extract %rhs[%c_t3_l0_ko, 512] : !tile.tile<64x528xbf16, mat, valid = 64x520> to !tile.tile<16x16xbf16, right, valid = 16x8, compact>
// CHECK-NEXT:      %c_t3_l0_first = arith.cmpi eq, %c_t3_l0_ko, %c0 : index
// CHECK-NEXT:      %c_t3_l0_c_acc = tile.matmul_acc %c_t3_l0_c, %c_t3_l0_a, %c_t3_l0_b init %c_t3_l0_first
// CHECK-NEXT:      scf.yield %c_t3_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %out_t3 = tile.store %c_t3 into %c_m_full_1[512, 512]
// CHECK-NEXT:    func.return %out_t3 : tensor<520x520xf32>
func.func @many(%a: tensor<520x64xbf16>, %b: tensor<64x520xbf16>, %out: tensor<520x520xf32>) -> tensor<520x520xf32> {
  %lhs = tile.load %a[0, 0] valid [520, 64] : tensor<520x64xbf16> to !tile.tile<528x64xbf16, mat, valid = 520x64>
  %rhs = tile.load %b[0, 0] valid [64, 520] : tensor<64x520xbf16> to !tile.tile<64x528xbf16, mat, valid = 64x520>
  %c = tile.matmul %lhs, %rhs : !tile.tile<528x64xbf16, mat, valid = 520x64>, !tile.tile<64x528xbf16, mat, valid = 64x520> -> !tile.tile<528x528xf32, acc, valid = 520x520, compact>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<528x528xf32, acc, valid = 520x520, compact> into tensor<520x520xf32>
  func.return %0 : tensor<520x520xf32>
}
