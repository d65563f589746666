// RUN: tile-opt %s --check-semantics --split-input-file -p convert-linalg-to-tile | filecheck %s

// Transposes that are needed as tensors; slices read and written where they are; arguments written in place.

func.func @transposes(%x: tensor<2x9x4x16xf16>) -> (tensor<2x4x9x16xf16>, tensor<2x4x16x9xf16>, tensor<2x9x64xf16>) {
  %e = tensor.empty() : tensor<2x4x9x16xf16>
  %0 = linalg.transpose ins(%x : tensor<2x9x4x16xf16>) outs(%e : tensor<2x4x9x16xf16>) permutation = [0, 2, 1, 3]
  %e1 = tensor.empty() : tensor<2x4x16x9xf16>
  %1 = linalg.transpose ins(%x : tensor<2x9x4x16xf16>) outs(%e1 : tensor<2x4x16x9xf16>) permutation = [0, 2, 3, 1]
  %c = tensor.collapse_shape %x [[0], [1], [2, 3]] : tensor<2x9x4x16xf16> into tensor<2x9x64xf16>
  func.return %0, %1, %c : tensor<2x4x9x16xf16>, tensor<2x4x16x9xf16>, tensor<2x9x64xf16>
}

// CHECK-LABEL: func.func @transposes(
// CHECK-NOT:     linalg
// CHECK:         scf.for
// CHECK:         tile.transpose_view

// -----

func.func @in_place(%x: tensor<40x16xf32>, %y: tensor<40x16xf32>, %i: index {tile.sample = 3 : index}) -> (tensor<40x16xf32>, tensor<40x16xf32>) {
  %s = tensor.extract_slice %x[%i, 2] [7, 9] [1, 1] : tensor<40x16xf32> to tensor<7x9xf32>
  %e = tensor.empty() : tensor<7x9xf32>
  %0 = linalg.exp ins(%s : tensor<7x9xf32>) outs(%e : tensor<7x9xf32>) -> tensor<7x9xf32>
  %1 = tensor.insert_slice %0 into %x[5, %i] [7, 9] [1, 1] : tensor<7x9xf32> into tensor<40x16xf32>
  %2 = linalg.add ins(%y, %y : tensor<40x16xf32>, tensor<40x16xf32>) outs(%y : tensor<40x16xf32>) -> tensor<40x16xf32>
  func.return %1, %2 : tensor<40x16xf32>, tensor<40x16xf32>
}

// CHECK-LABEL: func.func @in_place(
// CHECK:         tile.load %x[%i, 2] valid [7, 9]
