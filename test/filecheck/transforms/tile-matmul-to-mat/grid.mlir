// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube} | filecheck %s

// Output blocks whose accumulator fits L0C, as loops; each stored when it is complete.

// CHECK-LABEL: func.func @blocks(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c256 = arith.constant 256 : index
// CHECK-NEXT:    %m_full = scf.for %m_o = %c0 to %c64 step %c16 iter_args(%m_iter = %out) -> (tensor<64x64xf32>) {
// CHECK-NEXT:      %n_full = scf.for %n_o = %c0 to %c64 step %c16 iter_args(%n_iter = %m_iter) -> (tensor<64x64xf32>) {
// CHECK-NEXT:        %c_init = tile.create : !tile.tile<16x16xf32, acc>
// CHECK-NEXT:        %c = scf.for %c_k = %c0 to %c256 step %c64 iter_args(%c_iter = %c_init) -> (!tile.tile<16x16xf32, acc>) {
// CHECK-NEXT:          %lhs = tile.load %a[%m_o, %c_k] : tensor<64x256xf32> to !tile.tile<16x64xf32, mat>
// CHECK-NEXT:          %rhs = tile.load %b[%c_k, %n_o] : tensor<256x64xf32> to !tile.tile<64x16xf32, mat>
// CHECK-NEXT:          %c_first = arith.cmpi eq, %c_k, %c0 : index
// CHECK-NEXT:          %c_next = tile.matmul_acc %c_iter, %lhs, %rhs init %c_first
// CHECK-NEXT:          scf.yield %c_next
// CHECK-NEXT:        } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:        %out_t0 = tile.store %c into %n_iter[%m_o, %n_o]
// CHECK-NEXT:        scf.yield %out_t0
// CHECK:           scf.yield %n_full
// CHECK:         func.return %m_full : tensor<64x64xf32>
func.func @blocks(%a: tensor<64x256xf32>, %b: tensor<256x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat>, !tile.tile<256x64xf32, mat> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}
