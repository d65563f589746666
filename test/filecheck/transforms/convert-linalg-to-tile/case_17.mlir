// RUN: tile-opt %s --check-semantics --machine ascend950 -p convert-linalg-to-tile | filecheck %s
// RUN: tile-opt %s --check-semantics --machine ascend950 -p convert-linalg-to-tile,auto-tile-matmul-l0{planner=pypto} | filecheck %s --check-prefix L0

// Case 17 (seed 'Fractal boundary'): the accumulating spelling is boxed like the plain one of case 16.

func.func @m1(%x: tensor<1x256xf16>, %w: tensor<256x512xf16>, %c: tensor<1x512xf32>) -> tensor<1x512xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<1x256xf16>, tensor<256x512xf16>) outs(%c : tensor<1x512xf32>)
    -> tensor<1x512xf32>
  func.return %y : tensor<1x512xf32>
}

// CHECK-LABEL: func.func @m1(
// CHECK:         %lhs = tile.load %x[0, 0] valid [1, 256] : tensor<1x256xf16> to !tile.tile<16x256xf16, mat, valid = 1x256>
// CHECK:         %acc = tile.matmul %lhs, %rhs : {{.*}} -> !tile.tile<16x512xf32, acc, valid = 1x512, compact>
// CHECK-NEXT:    %y = tile.store %acc into %c[0, 0] atomic : !tile.tile<16x512xf32, acc, valid = 1x512, compact> into tensor<1x512xf32>

// L0-LABEL:    func.func @m1(
// L0:            scf.for %{{.*}} = %c0 to %c256 step %c32
// L0:              tile.matmul_acc {{.*}} : !tile.tile<16x512xf32, acc, valid = 1x512, compact>, !tile.tile<16x32xf16, left, valid = 1x32, compact>, !tile.tile<32x512xf16, right>

func.func @m17(%x: tensor<17x256xf16>, %w: tensor<256x512xf16>, %c: tensor<17x512xf32>) -> tensor<17x512xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<17x256xf16>, tensor<256x512xf16>) outs(%c : tensor<17x512xf32>)
    -> tensor<17x512xf32>
  func.return %y : tensor<17x512xf32>
}

// CHECK-LABEL: func.func @m17(
// CHECK:         %lhs = tile.load %x[0, 0] valid [17, 256] : tensor<17x256xf16> to !tile.tile<32x256xf16, mat, valid = 17x256>
// CHECK:         %acc = tile.matmul %lhs, %rhs : {{.*}} -> !tile.tile<32x512xf32, acc, valid = 17x512, compact>
// CHECK-NEXT:    %y = tile.store %acc into %c[0, 0] atomic : !tile.tile<32x512xf32, acc, valid = 17x512, compact> into tensor<17x512xf32>

// L0-LABEL:    func.func @m17(
// L0:            scf.for %{{.*}} = %c0 to %c256 step %c32
// L0:              tile.matmul_acc {{.*}} : !tile.tile<32x512xf32, acc, valid = 17x512, compact>, !tile.tile<32x32xf16, left, valid = 17x32, compact>, !tile.tile<32x512xf16, right>

func.func @m40(%x: tensor<40x256xf16>, %w: tensor<256x512xf16>, %c: tensor<40x512xf32>) -> tensor<40x512xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<40x256xf16>, tensor<256x512xf16>) outs(%c : tensor<40x512xf32>)
    -> tensor<40x512xf32>
  func.return %y : tensor<40x512xf32>
}

// CHECK-LABEL: func.func @m40(
// CHECK:         %lhs = tile.load %x[0, 0] valid [40, 256] : tensor<40x256xf16> to !tile.tile<48x256xf16, mat, valid = 40x256>
// CHECK:         %acc = tile.matmul %lhs, %rhs : {{.*}} -> !tile.tile<48x512xf32, acc, valid = 40x512, compact>
// CHECK-NEXT:    %y = tile.store %acc into %c[0, 0] atomic : !tile.tile<48x512xf32, acc, valid = 40x512, compact> into tensor<40x512xf32>

// L0-LABEL:    func.func @m40(
// L0:            scf.for %{{.*}} = %c0 to %c256 step %c32
// L0:              tile.matmul_acc {{.*}} : !tile.tile<48x512xf32, acc, valid = 40x512, compact>, !tile.tile<48x32xf16, left, valid = 40x32, compact>, !tile.tile<32x512xf16, right>

func.func @m100(%x: tensor<100x256xf16>, %w: tensor<256x512xf16>, %c: tensor<100x512xf32>) -> tensor<100x512xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<100x256xf16>, tensor<256x512xf16>) outs(%c : tensor<100x512xf32>)
    -> tensor<100x512xf32>
  func.return %y : tensor<100x512xf32>
}

// CHECK-LABEL: func.func @m100(
// CHECK:         %lhs = tile.load %x[0, 0] valid [100, 256] : tensor<100x256xf16> to !tile.tile<112x256xf16, mat, valid = 100x256>
// CHECK:         %acc = tile.matmul %lhs, %rhs : {{.*}} -> !tile.tile<112x512xf32, acc, valid = 100x512, compact>
// CHECK-NEXT:    %y = tile.store %acc into %c[0, 0] atomic : !tile.tile<112x512xf32, acc, valid = 100x512, compact> into tensor<100x512xf32>

// L0-LABEL:    func.func @m100(
// L0:            scf.for %{{.*}} = %c0 to %c256 step %c32
// L0:              tile.matmul_acc {{.*}} : !tile.tile<112x512xf32, acc, valid = 100x512, compact>, !tile.tile<112x32xf16, left, valid = 100x32, compact>, !tile.tile<32x512xf16, right>

func.func @m250(%x: tensor<250x256xf16>, %w: tensor<256x512xf16>, %c: tensor<250x512xf32>) -> tensor<250x512xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<250x256xf16>, tensor<256x512xf16>) outs(%c : tensor<250x512xf32>)
    -> tensor<250x512xf32>
  func.return %y : tensor<250x512xf32>
}

// CHECK-LABEL: func.func @m250(
// CHECK:         %lhs = tile.load %x[0, 0] valid [250, 256] : tensor<250x256xf16> to !tile.tile<256x256xf16, mat, valid = 250x256>
// CHECK:         %acc = tile.matmul %lhs, %rhs : {{.*}} -> !tile.tile<256x512xf32, acc, valid = 250x512, compact>
// CHECK-NEXT:    %y = tile.store %acc into %c[0, 0] atomic : !tile.tile<256x512xf32, acc, valid = 250x512, compact> into tensor<250x512xf32>

// L0-LABEL:    func.func @m250(
// L0:            scf.for %{{.*}} = %c0 to %c256 step %c64
// L0:              tile.matmul_acc {{.*}} : !tile.tile<256x256xf32, acc, valid = 250x256, compact>, !tile.tile<256x64xf16, left, valid = 250x64, compact>, !tile.tile<64x256xf16, right>

