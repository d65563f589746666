// RUN: tile-opt %s --check-semantics --split-input-file -p convert-linalg-to-tile | filecheck %s

// Slices are where loads and stores start; a product that goes into a slice is stored there at once, and added there
// where it adds to it.

func.func @slices(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64x64xf32>, %i: index {tile.sample = 7 : index}) -> tensor<64x64xf32> {
  %xs = tensor.extract_slice %x[%i, 3] [17, 40] [1, 1] : tensor<64x64xf32> to tensor<17x40xf32>
  %ws = tensor.extract_slice %w[1, %i] [40, 20] [1, 1] : tensor<64x64xf32> to tensor<40x20xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<17x20xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<17x20xf32>) -> tensor<17x20xf32>
  %0 = linalg.matmul ins(%xs, %ws : tensor<17x40xf32>, tensor<40x20xf32>) outs(%f : tensor<17x20xf32>) -> tensor<17x20xf32>
  %1 = tensor.insert_slice %0 into %c[%i, 9] [17, 20] [1, 1] : tensor<17x20xf32> into tensor<64x64xf32>
  func.return %1 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @slices(
// CHECK-NEXT:    tile.load %x[%i, 3] valid [17, 40] : tensor<64x64xf32>
// CHECK-NEXT:    tile.load %w[1, %i] valid [40, 20] : tensor<64x64xf32>
// CHECK-NEXT:    tile.matmul
// CHECK-NEXT:    %[[R:.*]] = tile.store %acc into %c[%i, 9]
// CHECK-NEXT:    func.return %[[R]]

// -----

func.func @tiled(%x: tensor<64x32xf32>, %w: tensor<32x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %c64 step %c16 iter_args(%h = %c) -> (tensor<64x64xf32>) {
    %xs = tensor.extract_slice %x[%i, 0] [16, 32] [1, 1] : tensor<64x32xf32> to tensor<16x32xf32>
    %cs = tensor.extract_slice %h[%i, 0] [16, 64] [1, 1] : tensor<64x64xf32> to tensor<16x64xf32>
    %0 = linalg.matmul ins(%xs, %w : tensor<16x32xf32>, tensor<32x64xf32>) outs(%cs : tensor<16x64xf32>) -> tensor<16x64xf32>
    %1 = tensor.insert_slice %0 into %h[%i, 0] [16, 64] [1, 1] : tensor<16x64xf32> into tensor<64x64xf32>
    scf.yield %1 : tensor<64x64xf32>
  }
  func.return %r : tensor<64x64xf32>
}

// CHECK-LABEL: func.func @tiled(
// CHECK:         scf.for %i = %c0 to %c64 step %c16 iter_args(%h = %c)
// CHECK-NEXT:      tile.load %x[%i, 0]
// CHECK-NEXT:      tile.load %w[0, 0]
// CHECK-NEXT:      tile.matmul
// CHECK-NEXT:      %[[S:.*]] = tile.store %acc into %h[%i, 0] atomic
// CHECK-NEXT:      scf.yield %[[S]]

// -----

// A tensor that is read after the insertion, or between the product and it, is not written early.

func.func @read_later(%x: tensor<16x16xf32>, %c: tensor<32x16xf32>) -> (tensor<32x16xf32>, tensor<32x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.matmul ins(%x, %x : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  %1 = tensor.insert_slice %0 into %c[0, 0] [16, 16] [1, 1] : tensor<16x16xf32> into tensor<32x16xf32>
  func.return %1, %c : tensor<32x16xf32>, tensor<32x16xf32>
}

// CHECK-LABEL: func.func @read_later(
// CHECK:         %[[S:.*]] = tile.store %acc into %out[0, 0]
// CHECK:         tensor.insert_slice %[[S]] into %c
