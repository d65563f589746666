// RUN: tile-opt %s -p convert-linalg-to-tile{machine=ascend950} | filecheck %s

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

func.func @m17(%x: tensor<17x256xf16>, %w: tensor<256x512xf16>, %c: tensor<17x512xf32>) -> tensor<17x512xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<17x256xf16>, tensor<256x512xf16>) outs(%c : tensor<17x512xf32>)
    -> tensor<17x512xf32>
  func.return %y : tensor<17x512xf32>
}

// CHECK-LABEL: func.func @m17(
// CHECK:         %lhs = tile.load %x[0, 0] valid [17, 256] : tensor<17x256xf16> to !tile.tile<32x256xf16, mat, valid = 17x256>
// CHECK:         %acc = tile.matmul %lhs, %rhs : {{.*}} -> !tile.tile<32x512xf32, acc, valid = 17x512, compact>
// CHECK-NEXT:    %y = tile.store %acc into %c[0, 0] atomic : !tile.tile<32x512xf32, acc, valid = 17x512, compact> into tensor<17x512xf32>

func.func @m40(%x: tensor<40x256xf16>, %w: tensor<256x512xf16>, %c: tensor<40x512xf32>) -> tensor<40x512xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<40x256xf16>, tensor<256x512xf16>) outs(%c : tensor<40x512xf32>)
    -> tensor<40x512xf32>
  func.return %y : tensor<40x512xf32>
}

// CHECK-LABEL: func.func @m40(
// CHECK:         %lhs = tile.load %x[0, 0] valid [40, 256] : tensor<40x256xf16> to !tile.tile<48x256xf16, mat, valid = 40x256>
// CHECK:         %acc = tile.matmul %lhs, %rhs : {{.*}} -> !tile.tile<48x512xf32, acc, valid = 40x512, compact>
// CHECK-NEXT:    %y = tile.store %acc into %c[0, 0] atomic : !tile.tile<48x512xf32, acc, valid = 40x512, compact> into tensor<40x512xf32>

func.func @m100(%x: tensor<100x256xf16>, %w: tensor<256x512xf16>, %c: tensor<100x512xf32>) -> tensor<100x512xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<100x256xf16>, tensor<256x512xf16>) outs(%c : tensor<100x512xf32>)
    -> tensor<100x512xf32>
  func.return %y : tensor<100x512xf32>
}

// CHECK-LABEL: func.func @m100(
// CHECK:         %lhs = tile.load %x[0, 0] valid [100, 256] : tensor<100x256xf16> to !tile.tile<112x256xf16, mat, valid = 100x256>
// CHECK:         %acc = tile.matmul %lhs, %rhs : {{.*}} -> !tile.tile<112x512xf32, acc, valid = 100x512, compact>
// CHECK-NEXT:    %y = tile.store %acc into %c[0, 0] atomic : !tile.tile<112x512xf32, acc, valid = 100x512, compact> into tensor<100x512xf32>

func.func @m250(%x: tensor<250x256xf16>, %w: tensor<256x512xf16>, %c: tensor<250x512xf32>) -> tensor<250x512xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<250x256xf16>, tensor<256x512xf16>) outs(%c : tensor<250x512xf32>)
    -> tensor<250x512xf32>
  func.return %y : tensor<250x512xf32>
}

// CHECK-LABEL: func.func @m250(
// CHECK:         %lhs = tile.load %x[0, 0] valid [250, 256] : tensor<250x256xf16> to !tile.tile<256x256xf16, mat, valid = 250x256>
// CHECK:         %acc = tile.matmul %lhs, %rhs : {{.*}} -> !tile.tile<256x512xf32, acc, valid = 250x512, compact>
// CHECK-NEXT:    %y = tile.store %acc into %c[0, 0] atomic : !tile.tile<256x512xf32, acc, valid = 250x512, compact> into tensor<250x512xf32>

