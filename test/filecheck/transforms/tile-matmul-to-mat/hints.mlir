// RUN: tile-opt %s -p tile-matmul-to-mat{machine=toy_cube} --verify-diagnostics
// RUN: tile-opt %s -p tile-matmul-to-mat{machine=toy_cube} 2>/dev/null | filecheck %s

// A matmul that exceeds Mat and cannot be cut stays as it is and says why.

// CHECK-NOT: scf.for

func.func @two_uses(%a: tensor<64x256xf32>, %b: tensor<256x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  // expected-hint@+1 {{[PH-TM-001] 'tile.matmul' op its operands take 131072 bytes of Mat (16384) and cannot stream through it: its result must go to exactly one tile.store in the same block}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat>, !tile.tile<256x64xf32, mat> -> !tile.tile<64x64xf32, acc>
  %v = tile.cast %c rint : !tile.tile<64x64xf32, acc> to !tile.tile<64x64xbf16, vec>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

func.func @no_load(%lhs: !tile.tile<64x256xf32, mat>, %b: tensor<256x64xf32>, %out: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  // expected-hint@+1 {{its operands must be loaded from GM by tile.load}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat>, !tile.tile<256x64xf32, mat> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

func.func @dynamic(%a: tensor<64x256xf32>, %b: tensor<256x64xf32>, %out: tensor<64x64xf32>, %k: index)
    -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] valid [64, %k] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat, valid = 64x?>
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  // expected-hint@+1 {{the extents that its operands are loaded with must be constant and not empty}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat, valid = 64x?>, !tile.tile<256x64xf32, mat>
    -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

func.func @other_layout(%a: tensor<64x256xf32>, %b: tensor<256x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat, layout = <row, col, 512>>
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  // expected-hint@+1 {{its operands must be loaded in Mat's own layout, not <row, col, 512>}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat, layout = <row, col, 512>>, !tile.tile<256x64xf32, mat>
    -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

// Blocks would load what blocks before them stored.

func.func @overwritten(%a: tensor<64x256xf32>, %b: tensor<256x64xf32>) -> tensor<64x256xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  // expected-hint@+1 {{a tensor that its operands are loaded from is stored to; copy it first}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat>, !tile.tile<256x64xf32, mat> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %a[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x256xf32>
  func.return %0 : tensor<64x256xf32>
}
