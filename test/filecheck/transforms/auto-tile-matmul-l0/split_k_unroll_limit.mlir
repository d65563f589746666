// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=toy_cube planner=pypto}" --check-semantics | filecheck %s

// A chain of more than 256 parts becomes loops over rows and columns of parts, not as many copies; boundary parts are peeled.

// 17 rows of parts and 17 columns.
// CHECK-LABEL: func.func @many_parts(
// CHECK:           %c_n_full = scf.for %c_n_o = %c0_1 to %c512 step %c32 iter_args(%c_n_iter = %out) -> (tensor<560x600xf32>) {
// CHECK-NEXT:        %c_m_full = scf.for %c_m_o = %c0_1 to %c512 step %c32 iter_args(%c_m_iter = %c_n_iter) -> (tensor<560x600xf32>) {
// CHECK-NEXT:          %c_mn0_init = tile.create : !tile.tile<32x32xf32, acc>
// CHECK-NEXT:          %c_mn0 = scf.for %i = %c0 to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<32x32xf32, acc>) {
// CHECK-NEXT:            %a = tile.load %x[%c_m_o, %i] : tensor<520x64xbf16> to !tile.tile<32x32xbf16, mat>
// CHECK-NEXT:            %b = tile.load %w[%i, %c_n_o] : tensor<64x536xbf16> to !tile.tile<32x32xbf16, mat>
// CHECK:               %1 = arith.addi %c32, %c_m_o : index
// CHECK-NEXT:          %2 = arith.addi %n0, %c_n_o : index
// CHECK-NEXT:          %out_t0 = tile.store %c_mn0 into %c_m_iter[%1, %2] : !tile.tile<32x32xf32, acc> into tensor<560x600xf32>
// CHECK:             %c_mn1_init_storage = tile.create : !tile.tile<16x32xf32, acc, compact>
// CHECK-NEXT:        %c_mn1_init = tile.set_validshape %c_mn1_init_storage[8, 32] : !tile.tile<16x32xf32, acc, compact> to !tile.tile<16x32xf32, acc, valid = 8x32, compact>
// CHECK-NEXT:        %c_mn1 = scf.for %i_1 = %c0 to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<16x32xf32, acc, valid = 8x32, compact>) {
// CHECK-NEXT:          %a_1 = tile.load %x[512, %i_1] valid [8, 32] : tensor<520x64xbf16> to !tile.tile<16x32xbf16, mat, valid = 8x32>
// CHECK-NEXT:          %b_1 = tile.load %w[%i_1, %c_n_o] : tensor<64x536xbf16> to !tile.tile<32x32xbf16, mat>
// CHECK:             %3 = arith.addi %n0, %c_n_o : index
// CHECK-NEXT:        %out_t1 = tile.store %c_mn1 into %c_m_full[544, %3] : !tile.tile<16x32xf32, acc, valid = 8x32, compact> into tensor<560x600xf32>
// CHECK:           %c_m_full_1 = scf.for %c_m_o_1 = %c0_1 to %c512 step %c32 iter_args(%c_m_iter_1 = %c_n_full) -> (tensor<560x600xf32>) {
// CHECK-NEXT:        %c_mn2_init_storage = tile.create : !tile.tile<32x32xf32, acc>
// CHECK-NEXT:        %c_mn2_init = tile.set_validshape %c_mn2_init_storage[32, 24] : !tile.tile<32x32xf32, acc> to !tile.tile<32x32xf32, acc, valid = 32x24>
// CHECK-NEXT:        %c_mn2 = scf.for %i_2 = %c0 to %ub step %st iter_args(%c_mn2_acc = %c_mn2_init) -> (!tile.tile<32x32xf32, acc, valid = 32x24>) {
// CHECK-NEXT:          %a_2 = tile.load %x[%c_m_o_1, %i_2] : tensor<520x64xbf16> to !tile.tile<32x32xbf16, mat>
// CHECK-NEXT:          %b_2 = tile.load %w[%i_2, 512] valid [32, 24] : tensor<64x536xbf16> to !tile.tile<32x32xbf16, mat, valid = 32x24>
// CHECK:             %5 = arith.addi %c32, %c_m_o_1 : index
// CHECK-NEXT:        %6 = arith.addi %n0, %c512 : index
// CHECK-NEXT:        %out_t2 = tile.store %c_mn2 into %c_m_iter_1[%5, %6] : !tile.tile<32x32xf32, acc, valid = 32x24> into tensor<560x600xf32>
// CHECK:           %c_mn3_init_storage = tile.create : !tile.tile<16x32xf32, acc, compact>
// CHECK-NEXT:      %c_mn3_init = tile.set_validshape %c_mn3_init_storage[8, 24] : !tile.tile<16x32xf32, acc, compact> to !tile.tile<16x32xf32, acc, valid = 8x24, compact>
// CHECK-NEXT:      %c_mn3 = scf.for %i_3 = %c0 to %ub step %st iter_args(%c_mn3_acc = %c_mn3_init) -> (!tile.tile<16x32xf32, acc, valid = 8x24, compact>) {
// CHECK-NEXT:        %a_3 = tile.load %x[512, %i_3] valid [8, 32] : tensor<520x64xbf16> to !tile.tile<16x32xbf16, mat, valid = 8x32>
// CHECK-NEXT:        %b_3 = tile.load %w[%i_3, 512] valid [32, 24] : tensor<64x536xbf16> to !tile.tile<32x32xbf16, mat, valid = 32x24>
// CHECK:           %7 = arith.addi %n0, %c512 : index
// CHECK-NEXT:      %out_t3 = tile.store %c_mn3 into %c_m_full_1[544, %7] : !tile.tile<16x32xf32, acc, valid = 8x24, compact> into tensor<560x600xf32>
// CHECK-NEXT:      func.return %out_t3 : tensor<560x600xf32>
func.func @many_parts(%x: tensor<520x64xbf16>, %w: tensor<64x536xbf16>, %out: tensor<560x600xf32>, %n0: index {tile.sample = 16 : index}) -> tensor<560x600xf32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 64 : index
  %st = arith.constant 32 : index
  %init = tile.create : !tile.tile<520x536xf32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<520x536xf32, acc>) {
    %a = tile.load %x[0, %i] : tensor<520x64xbf16> to !tile.tile<520x32xbf16, mat>
    %b = tile.load %w[%i, 0] : tensor<64x536xbf16> to !tile.tile<32x536xbf16, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<520x536xf32, acc>, !tile.tile<520x32xbf16, mat>, !tile.tile<32x536xbf16, mat>
    scf.yield %next : !tile.tile<520x536xf32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[32, %n0] : !tile.tile<520x536xf32, acc> into tensor<560x600xf32>
  func.return %0 : tensor<560x600xf32>
}
