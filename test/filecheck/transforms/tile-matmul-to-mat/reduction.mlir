// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube} | filecheck %s

// The output fits L0C: a pipelined loop over panels of K, of which Mat holds two of each operand.

// CHECK-LABEL: func.func @whole_panels(
// CHECK:         %c_init = tile.create : !tile.tile<16x16xf32, acc>
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c = scf.for %c_k = %c0 to %c512 step %c64 iter_args(%c_iter = %c_init) -> (!tile.tile<16x16xf32, acc>) {
// CHECK-NEXT:      %lhs = tile.load %a[0, %c_k] : tensor<16x512xf32> to !tile.tile<16x64xf32, mat>
// CHECK-NEXT:      %rhs = tile.load %b[%c_k, 0] : tensor<512x16xf32> to !tile.tile<64x16xf32, mat>
// CHECK-NEXT:      %c_first = arith.cmpi eq, %c_k, %c0 : index
// CHECK-NEXT:      %c_next = tile.matmul_acc %c_iter, %lhs, %rhs init %c_first
// CHECK-NEXT:      scf.yield %c_next
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<16x16xf32>
func.func @whole_panels(%a: tensor<16x512xf32>, %b: tensor<512x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x512xf32> to !tile.tile<16x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x16xf32> to !tile.tile<512x16xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x512xf32, mat>, !tile.tile<512x16xf32, mat> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// A K that panels don't divide leaves a partial last one.
// CHECK-LABEL: func.func @tail(
// CHECK:         %c_init = tile.create : !tile.tile<16x16xf32, acc>
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c448 = arith.constant 448 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c = scf.for %c_k = %c0 to %c448 step %c64 iter_args(%c_iter = %c_init) -> (!tile.tile<16x16xf32, acc>) {
// CHECK-NEXT:      %lhs = tile.load %a[0, %c_k] : tensor<16x464xf32> to !tile.tile<16x64xf32, mat>
// CHECK-NEXT:      %rhs = tile.load %b[%c_k, 0] : tensor<464x16xf32> to !tile.tile<64x16xf32, mat>
// CHECK-NEXT:      %c_first = arith.cmpi eq, %c_k, %c0 : index
// CHECK-NEXT:      %c_next = tile.matmul_acc %c_iter, %lhs, %rhs init %c_first
// CHECK-NEXT:      scf.yield %c_next
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %lhs_1 = tile.load %a[0, 448] : tensor<16x464xf32> to !tile.tile<16x16xf32, mat>
// CHECK-NEXT:    %rhs_1 = tile.load %b[448, 0] : tensor<464x16xf32> to !tile.tile<16x16xf32, mat>
// CHECK-NEXT:    %c_1 = tile.matmul_acc %c, %lhs_1, %rhs_1
// CHECK-NEXT:    %0 = tile.store %c_1 into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<16x16xf32>
func.func @tail(%a: tensor<16x464xf32>, %b: tensor<464x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x464xf32> to !tile.tile<16x464xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<464x16xf32> to !tile.tile<464x16xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x464xf32, mat>, !tile.tile<464x16xf32, mat> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}
