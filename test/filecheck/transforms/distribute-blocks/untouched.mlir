// RUN: tile-opt %s -o %t.before
// RUN: tile-opt %s -p distribute-blocks{cores=8} -o %t.after 2>%t.hints
// RUN: filecheck %s < %t.hints
// RUN: diff %t.before %t.after

// A second product that reads the first: other cores may not have stored their blocks yet.

func.func @chained(%x: tensor<32x32xf32>, %o: tensor<32x32xf32>, %p: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %y = scf.for %m = %c0 to %c32 step %c16 iter_args(%t = %o) -> (tensor<32x32xf32>) {
    %a = tile.load %x[%m, 0] : tensor<32x32xf32> to !tile.tile<16x32xf32, vec>
    %n = tile.store %a into %t[%m, 0] : !tile.tile<16x32xf32, vec> into tensor<32x32xf32>
    scf.yield %n : tensor<32x32xf32>
  }
  %b = tile.load %y[0, 0] : tensor<32x32xf32> to !tile.tile<32x32xf32, vec>
  %z = tile.store %b into %p[0, 0] : !tile.tile<32x32xf32, vec> into tensor<32x32xf32>
  func.return %z : tensor<32x32xf32>
}
// CHECK: untouched.mlir:8:1: hint: [PH-DB-001] 'func.func' op stays on one core: a block may read what another stores, which would need a barrier between all cores

// The later store wins where both write.

func.func @overlap(%x: tensor<32x32xf32>, %o: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %a = tile.load %x[0, 0] : tensor<32x32xf32> to !tile.tile<32x32xf32, vec>
  %b = tile.exp %a : !tile.tile<32x32xf32, vec>
  %y = tile.store %a into %o[0, 0] : !tile.tile<32x32xf32, vec> into tensor<32x32xf32>
  %z = tile.store %b into %y[0, 0] : !tile.tile<32x32xf32, vec> into tensor<32x32xf32>
  func.return %z : tensor<32x32xf32>
}
// CHECK: hint: [PH-DB-001] 'func.func' op stays on one core: two of its stores may write the same elements

// One block: a loop whose iterations write over each other.

func.func @one(%x: tensor<64x32xf32>, %o: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %y = scf.for %m = %c0 to %c32 step %c8 iter_args(%t = %o) -> (tensor<64x32xf32>) {
    %a = tile.load %x[%m, 0] : tensor<64x32xf32> to !tile.tile<16x32xf32, vec>
    %n = tile.store %a into %t[%m, 0] : !tile.tile<16x32xf32, vec> into tensor<64x32xf32>
    scf.yield %n : tensor<64x32xf32>
  }
  func.return %y : tensor<64x32xf32>
}
// CHECK-NOT: hint
