#map = affine_map<(d0, d1) -> (d0, d1)>
!t = i32
func.func public @f(%a: !t, %m: memref<4x?xf32, strided<[?, 1], offset: ?>>, %p: i1, %i: index) -> (!t, index)
    attributes {x = dense<[1, 2]> : tensor<2xi32>, y = [1 : i32, "s", @f::@g, unit], z = {a = 1.5 : f32, m = #map}} {
  %c = arith.constant dense<1.0> : tensor<4x4xf32>
  %b:2 = scf.if %p -> (i32, index) {
    scf.yield %a, %i : i32, index
  } else {
    scf.yield %a, %i : i32, index
  }
  %s = "test.op"(%a) <{prop1 = array<i64: 1, 2>}> ({
  ^bb0(%q: i32):
    "test.termop"() : () -> ()
  }) {k} : (i32) -> vector<4x[8]xf32> loc("f.py":3:4)
  cf.br ^bb1(%a : i32)
^bb1(%z : i32):
  func.return %z, %b#1 : i32, index
}
// -----
func.func @loop(%n: index, %x: f32, %m: memref<128x64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (f32) {
    %0 = arith.addi %i, %c1 : index
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.cmpi slt, %1, %1 : i32
    %3 = memref.load %m[%i, %c0] : memref<128x64xf32>
    %4 = arith.select %2, %acc, %3 : f32
    memref.store %4, %m[%i, %c1] : memref<128x64xf32>
    scf.yield %4 : f32
  }
  func.return %r : f32
}
// -----
func.func @tiled(%x: tensor<128x256xbf16>, %y: tensor<256x256xbf16>, %out: tensor<128x256xf32>) -> tensor<128x256xf32> {
  %zero = arith.constant 0 : index
  %step = arith.constant 64 : index
  %extent = arith.constant 256 : index
  %seed = tile.create : !tile.tile<128x256xf32, acc>
  %sum = scf.for %ko = %zero to %extent step %step iter_args(%acc = %seed) -> (!tile.tile<128x256xf32, acc>) {
    %a = tile.load %x[0, %ko] : tensor<128x256xbf16> to !tile.tile<128x64xbf16, mat>
    %b = tile.load %y[%ko, 0] : tensor<256x256xbf16> to !tile.tile<64x256xbf16, mat>
    %left = tile.extract %a[0, 0] : !tile.tile<128x64xbf16, mat> to !tile.tile<128x64xbf16, left>
    %right = tile.extract %b[0, 0] : !tile.tile<64x256xbf16, mat> to !tile.tile<64x256xbf16, right>
    %first = arith.cmpi eq, %ko, %zero : index
    %next = tile.matmul_acc %acc, %left, %right init %first
      : !tile.tile<128x256xf32, acc>, !tile.tile<128x64xbf16, left>, !tile.tile<64x256xbf16, right>
    scf.yield %next : !tile.tile<128x256xf32, acc>
  }
  %stored = tile.store %sum into %out[0, 0] : !tile.tile<128x256xf32, acc> into tensor<128x256xf32>
  func.return %stored : tensor<128x256xf32>
}
// -----
func.func @matmul(%a: tensor<5x64xf32>, %b: tensor<64x7xf32>, %c: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<5x7xf32>) -> tensor<5x7xf32>
  %d = linalg.matmul ins(%a, %b : tensor<5x64xf32>, tensor<64x7xf32>) outs(%init : tensor<5x7xf32>) -> tensor<5x7xf32>
  func.return %d : tensor<5x7xf32>
}
