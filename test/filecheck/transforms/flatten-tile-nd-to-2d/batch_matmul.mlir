// RUN: tile-opt %s --check-semantics -p flatten-tile-nd-to-2d | filecheck %s
// RUN: tile-opt %s --check-semantics -p flatten-tile-nd-to-2d,auto-tile-matmul-l0{planner=pypto},canonicalize-tile-slice > %t
// RUN: tile-opt %s --check-semantics -p flatten-tile-nd-to-2d{machine=toy_cube} | filecheck %s --check-prefix TOY

// Both operands fit Mat together: they stay whole, and slices of whole fractals are multiplied.

func.func @whole(%x: tensor<2x16x64xbf16>, %w: tensor<2x64x32xbf16>, %out: tensor<2x16x32xf32>) -> tensor<2x16x32xf32> {
  %a = tile.load %x[0, 0, 0] : tensor<2x16x64xbf16> to !tile.tile<2x16x64xbf16, mat>
  %b = tile.load %w[0, 0, 0] : tensor<2x64x32xbf16> to !tile.tile<2x64x32xbf16, mat>
  %c = tile.batch_matmul %a, %b : !tile.tile<2x16x64xbf16, mat>, !tile.tile<2x64x32xbf16, mat> -> !tile.tile<2x16x32xf32, acc>
  %y = tile.store %c into %out[0, 0, 0] : !tile.tile<2x16x32xf32, acc> into tensor<2x16x32xf32>
  func.return %y : tensor<2x16x32xf32>
}

// CHECK-LABEL: func.func @whole
// CHECK:         %a = tile.load %x[0, 0, 0] valid [2, 16, 64] : {{.*}} to !tile.tile<32x64xbf16, mat>
// CHECK-NEXT:    %b = tile.load %w[0, 0, 0] valid [2, 64, 32] : {{.*}} to !tile.tile<128x32xbf16, mat>
// CHECK-NEXT:    %[[A0:.*]] = tile.slice %a[0, 0] : {{.*}} to !tile.tile<16x64xbf16, mat>
// CHECK-NEXT:    %[[B0:.*]] = tile.slice %b[0, 0] : {{.*}} to !tile.tile<64x32xbf16, mat>
// CHECK-NEXT:    %[[C0:.*]] = tile.matmul %[[A0]], %[[B0]]
// CHECK-NEXT:    %[[Y0:.*]] = tile.store %[[C0]] into %out[0, 0, 0] : !tile.tile<16x32xf32, acc>
// CHECK-NEXT:    %[[A1:.*]] = tile.slice %a[16, 0]
// CHECK-NEXT:    %[[B1:.*]] = tile.slice %b[64, 0]
// CHECK-NEXT:    %[[C1:.*]] = tile.matmul %[[A1]], %[[B1]]
// CHECK-NEXT:    %[[Y1:.*]] = tile.store %[[C1]] into %[[Y0]][1, 0, 0]
// CHECK-NEXT:    func.return %[[Y1]]

// Partly valid pages, the right operand transposed, and a page index with several digits: each page is loaded by itself.

func.func @pages(%x: tensor<2x3x20x50xbf16>, %w: tensor<2x3x40x50xbf16>, %out: tensor<2x3x20x40xbf16>) -> tensor<2x3x20x40xbf16> {
  %a = tile.load %x[0, 0, 0, 0] valid [2, 3, 20, 50] : tensor<2x3x20x50xbf16> to !tile.tile<2x3x32x64xbf16, mat, valid = 2x3x20x50>
  %b = tile.load %w[0, 0, 0, 0] valid [2, 3, 40, 50] : tensor<2x3x40x50xbf16> to !tile.tile<2x3x48x64xbf16, mat, valid = 2x3x40x50>
  %t = tile.transpose_view %b : !tile.tile<2x3x48x64xbf16, mat, valid = 2x3x40x50> to !tile.tile<2x3x64x48xbf16, mat, valid = 2x3x50x40, layout = <row, col, 512>>
  %c = tile.batch_matmul %a, %t : !tile.tile<2x3x32x64xbf16, mat, valid = 2x3x20x50>, !tile.tile<2x3x64x48xbf16, mat, valid = 2x3x50x40, layout = <row, col, 512>> -> !tile.tile<2x3x32x48xf32, acc, valid = 2x3x20x40, compact>
  %n = tile.cast %c rint : !tile.tile<2x3x32x48xf32, acc, valid = 2x3x20x40, compact> to !tile.tile<2x3x32x48xbf16, vec, valid = 2x3x20x40>
  %y = tile.store %n into %out[0, 0, 0, 0] : !tile.tile<2x3x32x48xbf16, vec, valid = 2x3x20x40> into tensor<2x3x20x40xbf16>
  func.return %y : tensor<2x3x20x40xbf16>
}

// CHECK-LABEL: func.func @pages
// CHECK:         tile.load %x[0, 0, 0, 0] valid [20, 50] : {{.*}} to !tile.tile<32x64xbf16, mat, valid = 20x50>
// CHECK-NEXT:    tile.load %w[0, 0, 0, 0] valid [40, 50]
// CHECK-NEXT:    tile.transpose_view
// CHECK-NEXT:    tile.matmul {{.*}} -> !tile.tile<32x48xf32, acc, valid = 20x40, compact>
// CHECK-NEXT:    tile.cast
// CHECK-NEXT:    tile.store {{.*}} into %out[0, 0, 0, 0]
// CHECK:         tile.store {{.*}}[0, 1, 0, 0]
// CHECK:         tile.store {{.*}}[0, 2, 0, 0]
// CHECK:         tile.store {{.*}}[1, 0, 0, 0]
// CHECK:         tile.store {{.*}}[1, 1, 0, 0]
// CHECK:         tile.load %x[1, 2, 0, 0] valid [20, 50]
// CHECK:         tile.store {{.*}}[1, 2, 0, 0]
// CHECK-NEXT:    func.return

// 20 pages are a loop.

func.func @loop(%x: tensor<20x16x64xbf16>, %w: tensor<20x64x32xbf16>, %out: tensor<20x16x32xf32>) -> tensor<20x16x32xf32> {
  %a = tile.load %x[0, 0, 0] : tensor<20x16x64xbf16> to !tile.tile<20x16x64xbf16, mat>
  %b = tile.load %w[0, 0, 0] : tensor<20x64x32xbf16> to !tile.tile<20x64x32xbf16, mat>
  %c = tile.batch_matmul %a, %b : !tile.tile<20x16x64xbf16, mat>, !tile.tile<20x64x32xbf16, mat> -> !tile.tile<20x16x32xf32, acc>
  %y = tile.store %c into %out[0, 0, 0] : !tile.tile<20x16x32xf32, acc> into tensor<20x16x32xf32>
  func.return %y : tensor<20x16x32xf32>
}
// CHECK-LABEL: func.func @loop
// CHECK:         %a = tile.load %x[0, 0, 0] valid [20, 16, 64] : {{.*}} to !tile.tile<320x64xbf16, mat>
// CHECK:         %y = scf.for %[[P:.*]] = %c0 to %c20 step %c1 iter_args(%[[OUT:.*]] = %out)
// CHECK:           %[[ROW:.*]] = arith.muli %[[P]], %c16
// CHECK-NEXT:      tile.slice %a[%[[ROW]], 0]
// CHECK:           tile.matmul
// CHECK-NEXT:      tile.store {{.*}} into %[[OUT]][%[[P]], 0, 0]

// The Mat of toy_cube doesn't hold both operands: each page is loaded by itself.
// TOY-LABEL:   func.func @loop
// TOY:           scf.for %[[P:.*]] = %c0 to %c20 step %c1
// TOY-NEXT:        tile.load %x[%[[P]], 0, 0] : {{.*}} to !tile.tile<16x64xbf16, mat>
