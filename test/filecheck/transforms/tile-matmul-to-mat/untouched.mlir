// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube} | filecheck %s
// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=none} | filecheck %s --check-prefixes=CHECK,NONE
// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube} > %t
// RUN: tile-opt - -p tile-matmul-to-mat{machine=toy_cube} < %t | diff %t -

// Functions that are not in-core stay as they are, and without a machine so does every function. A second run changes
// nothing.

func.func @opaque(%a: tensor<64x256xf32>, %b: tensor<256x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32>
    attributes {tile.kind = #tile<kind opaque>} {
  %lhs = tile.load %a[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat>, !tile.tile<256x64xf32, mat> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @opaque
// CHECK-NOT:     scf.for
// CHECK:         tile.matmul

func.func @in_core(%a: tensor<64x256xf32>, %b: tensor<256x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat>, !tile.tile<256x64xf32, mat> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @in_core
// NONE-NOT:      scf.for
