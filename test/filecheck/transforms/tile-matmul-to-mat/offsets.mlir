// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube} | filecheck %s

// Panels lie where the loads lay, in tensors of any rank; the store keeps its place, its attributes and its atomicity.

func.func @windows(%a: tensor<2x64x512xi8>, %b: tensor<600x64xi8>, %out: tensor<2x64x64xi32>, %page: index, %k: index) -> tensor<2x64x64xi32> {
  %lhs = tile.load %a[%page, 16, 0] : tensor<2x64x512xi8> to !tile.tile<32x512xi8, mat>
  %rhs = tile.load %b[%k, 32] : tensor<600x64xi8> to !tile.tile<512x32xi8, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<32x512xi8, mat>, !tile.tile<512x32xi8, mat> -> !tile.tile<32x32xi32, acc>
  %y = tile.store %c into %out[1, 32, %k] atomic : !tile.tile<32x32xi32, acc> into tensor<2x64x64xi32>
  func.return %y : tensor<2x64x64xi32>
}

// CHECK-LABEL: func.func @windows
// CHECK:         scf.for %[[K:.*]] = %c0 to %c512 step %c128
// CHECK-NEXT:      tile.load %a[%page, 16, %[[K]]] : tensor<2x64x512xi8> to !tile.tile<32x128xi8, mat>
// CHECK-NEXT:      %[[AT:.*]] = arith.addi %k, %[[K]] : index
// CHECK-NEXT:      tile.load %b[%[[AT]], 32] : tensor<600x64xi8> to !tile.tile<128x32xi8, mat>
// CHECK:         %y = tile.store %c into %out[1, 32, %k] atomic

func.func @blocks(%a: tensor<32x512xi8>, %b: tensor<512x64xi8>, %out: tensor<2x64x96xi32>, %n: index)
    -> tensor<2x64x96xi32> {
  %lhs = tile.load %a[0, 0] : tensor<32x512xi8> to !tile.tile<32x512xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x64xi8> to !tile.tile<512x64xi8, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<32x512xi8, mat>, !tile.tile<512x64xi8, mat> -> !tile.tile<32x64xi32, acc>
  %y = tile.store %c into %out[1, 32, %n] atomic {note = "kept"} : !tile.tile<32x64xi32, acc> into tensor<2x64x96xi32>
  func.return %y : tensor<2x64x96xi32>
}

// CHECK-LABEL: func.func @blocks
// CHECK:         scf.for %n_o = %c0 to %c64 step %c32 iter_args(%n_iter = %out)
// CHECK:           %[[AT:.*]] = arith.addi %n, %n_o : index
// CHECK-NEXT:      tile.store %c into %n_iter[1, 32, %[[AT]]] atomic {note = "kept"}
