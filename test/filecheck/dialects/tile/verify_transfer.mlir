// RUN: tile-opt --verify-diagnostics --split-input-file %s

// Each rule of extract, move, slice and assemble: what just passes, then what just does not.

func.func @extract_rank(%a: !tile.tile<16x64xf32, vec>, %b: !tile.tile<2x16x64xf32, vec>) {
  %0 = tile.extract %a[0, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<16x32xf32, vec>
  // expected-error@+1 {{extracts 2-D tiles from 2-D tiles, got !tile.tile<2x16x64xf32, vec> to !tile.tile<16x64xf32, vec>}}
  %1 = tile.extract %b[0, 0] : !tile.tile<2x16x64xf32, vec> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @extract_space(%a: !tile.tile<16x64xf32, mat>) {
  // expected-error@+1 {{the result of an extract names its memory space}}
  %0 = tile.extract %a[0, 0] : !tile.tile<16x64xf32, mat> to !tile.tile<16x32xf32>
  func.return
}

// -----

func.func @extract_type(%a: !tile.tile<16x64xf32, mat>) {
  // expected-error@+1 {{extracts !tile.tile<16x32xbf16, left> from !tile.tile<16x64xf32, mat>; add a tile.cast}}
  %0 = tile.extract %a[0, 0] : !tile.tile<16x64xf32, mat> to !tile.tile<16x32xbf16, left>
  func.return
}

// -----

func.func @extract_to_acc(%a: !tile.tile<16x64xf32, mat>) {
  // expected-error@+1 {{cannot copy !tile.tile<16x64xf32, mat> to !tile.tile<16x32xf32, acc>: only a matmul writes acc}}
  %0 = tile.extract %a[0, 0] : !tile.tile<16x64xf32, mat> to !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @extract_from_left(%a: !tile.tile<16x64xf32, acc>, %b: !tile.tile<16x64xf32, left>) {
  %0 = tile.extract %a[0, 0] : !tile.tile<16x64xf32, acc> to !tile.tile<16x32xf32, vec>
  // expected-error@+1 {{cannot copy !tile.tile<16x64xf32, left> to !tile.tile<16x32xf32, mat>: only the cube reads left; copy from mat}}
  %1 = tile.extract %b[0, 0] : !tile.tile<16x64xf32, left> to !tile.tile<16x32xf32, mat>
  func.return
}

// -----

func.func @extract_layout(%a: !tile.tile<64x64xf32, mat>) {
  %0 = tile.extract %a[0, 0] : !tile.tile<64x64xf32, mat> to !tile.tile<16x64xf32, left, layout = <row, row, 512>>
  // expected-error@+1 {{!tile.tile<64x16xf32, right, layout = <col, col, 512>> should have the layout <row, col, 512>}}
  %1 = tile.extract %a[0, 0] : !tile.tile<64x64xf32, mat> to !tile.tile<64x16xf32, right, layout = <col, col, 512>>
  func.return
}

// -----

// fault C14: a row-major operand is not what the cube reads.
func.func @fault_C14_extract(%a: !tile.tile<64x64xi8, mat>) {
  // expected-error@+1 {{!tile.tile<16x64xi8, left, layout = <row, none, 512>> should have the layout <col, row, 512> or <row, row, 512>}}
  %0 = tile.extract %a[0, 0] : !tile.tile<64x64xi8, mat> to !tile.tile<16x64xi8, left, layout = <row, none, 512>>
  func.return
}

// -----

func.func @extract_window(%a: !tile.tile<16x64xf32, mat>) {
  %0 = tile.extract %a[0, 32] : !tile.tile<16x64xf32, mat> to !tile.tile<16x32xf32, left>
  // expected-error@+1 {{window 16x32 at [0, 33] ends past !tile.tile<16x64xf32, mat>}}
  %1 = tile.extract %a[0, 33] : !tile.tile<16x64xf32, mat> to !tile.tile<16x32xf32, left>
  func.return
}

// -----

func.func @extract_window_at_unknown_offset(%a: !tile.tile<16x64xf32, mat>, %i: index) {
  %0 = tile.extract %a[%i, 0] : !tile.tile<16x64xf32, mat> to !tile.tile<16x32xf32, left>
  // expected-error@+1 {{window 17x32 at [?, 0] ends past !tile.tile<16x64xf32, mat>}}
  %1 = tile.extract %a[%i, 0] : !tile.tile<16x64xf32, mat> to !tile.tile<17x32xf32, left>
  func.return
}

// -----

// fault C11: a negative offset is refused, not redirected.
func.func @extract_negative_offset(%a: !tile.tile<16x64xf32, mat>) {
  // expected-error@+1 {{offset -8 is negative}}
  %0 = tile.extract %a[-8, 0] : !tile.tile<16x64xf32, mat> to !tile.tile<16x32xf32, left>
  func.return
}

// -----

func.func @extract_offset_count(%a: !tile.tile<16x64xf32, mat>) {
  // expected-error@+1 {{needs 2 offsets, one per dimension, got 1}}
  %0 = tile.extract %a[0] : !tile.tile<16x64xf32, mat> to !tile.tile<16x32xf32, left>
  func.return
}

// -----

func.func @extract_valid_shape(%a: !tile.tile<16x64xf32, mat, valid = 5x40>, %i: index) {
  %0 = tile.extract %a[0, 32] : !tile.tile<16x64xf32, mat, valid = 5x40> to !tile.tile<16x32xf32, vec, valid = 5x8>
  %1 = tile.extract %a[%i, 32] : !tile.tile<16x64xf32, mat, valid = 5x40> to !tile.tile<8x32xf32, vec, valid = ?x8>
  %2 = tile.extract %a[%i, 32] : !tile.tile<16x64xf32, mat, valid = 5x40> to !tile.tile<8x32xf32, vec, valid = 4x8>
  // expected-error@+1 {{result !tile.tile<16x32xf32, vec, valid = 5x9> should be !tile.tile<16x32xf32, vec, valid = 5x8>: the valid shape differs}}
  %3 = tile.extract %a[0, 32] : !tile.tile<16x64xf32, mat, valid = 5x40> to !tile.tile<16x32xf32, vec, valid = 5x9>
  func.return
}

// -----

func.func @extract_compact(%a: !tile.tile<16x64xf32, mat, valid = 16x40>) {
  %0 = tile.extract %a[0, 32] : !tile.tile<16x64xf32, mat, valid = 16x40> to !tile.tile<16x32xf32, left, valid = 16x8, compact>
  // expected-error@+1 {{result !tile.tile<16x32xf32, left, valid = 16x8> should be compact: left and right tiles that are not fully valid are, others are not}}
  %1 = tile.extract %a[0, 32] : !tile.tile<16x64xf32, mat, valid = 16x40> to !tile.tile<16x32xf32, left, valid = 16x8>
  func.return
}

// -----

func.func @extract_compact_though_fully_valid(%a: !tile.tile<16x64xf32, mat, valid = 16x40>) {
  %0 = tile.extract %a[0, 0] : !tile.tile<16x64xf32, mat, valid = 16x40> to !tile.tile<16x40xf32, right>
  // expected-error@+1 {{result !tile.tile<16x40xf32, right, compact> should not be compact}}
  %1 = tile.extract %a[0, 0] : !tile.tile<16x64xf32, mat, valid = 16x40> to !tile.tile<16x40xf32, right, compact>
  func.return
}

// -----

func.func @move_space(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{the result of a move names its memory space}}
  %0 = tile.move %a : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32>
  func.return
}

// -----

func.func @move_to_acc(%a: !tile.tile<16x64xf32, acc>) {
  %0 = tile.move %a : !tile.tile<16x64xf32, acc> to !tile.tile<16x64xf32, vec>
  // expected-error@+1 {{cannot copy !tile.tile<16x64xf32, acc> to !tile.tile<16x64xf32, acc>: only a matmul writes acc}}
  %1 = tile.move %a : !tile.tile<16x64xf32, acc> to !tile.tile<16x64xf32, acc>
  func.return
}

// -----

func.func @move_from_bias(%a: !tile.tile<1x64xf32, bias>) {
  // expected-error@+1 {{only the cube reads bias; copy from mat}}
  %0 = tile.move %a : !tile.tile<1x64xf32, bias> to !tile.tile<1x64xf32, vec>
  func.return
}

// -----

func.func @move_shape(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{result !tile.tile<16x32xf32, mat> should be !tile.tile<16x64xf32, mat>: the shape differs}}
  %0 = tile.move %a : !tile.tile<16x64xf32, vec> to !tile.tile<16x32xf32, mat>
  func.return
}

// -----

func.func @move_type(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{result !tile.tile<16x64xbf16, mat> should be !tile.tile<16x64xf32, mat>: the element type differs}}
  %0 = tile.move %a : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xbf16, mat>
  func.return
}

// -----

func.func @move_valid_shape(%a: !tile.tile<16x64xf32, vec, valid = 5x?>) {
  %0 = tile.move %a : !tile.tile<16x64xf32, vec, valid = 5x?> to !tile.tile<16x64xf32, mat, valid = 5x40>
  // expected-error@+1 {{result !tile.tile<16x64xf32, mat> should be !tile.tile<16x64xf32, mat, valid = 5x?>: the valid shape differs}}
  %1 = tile.move %a : !tile.tile<16x64xf32, vec, valid = 5x?> to !tile.tile<16x64xf32, mat>
  func.return
}

// -----

func.func @move_compact(%a: !tile.tile<16x64xf32, mat, valid = 5x64>) {
  %0 = tile.move %a : !tile.tile<16x64xf32, mat, valid = 5x64> to !tile.tile<16x64xf32, left, valid = 5x64>
  // expected-error@+1 {{the compact mode differs}}
  %1 = tile.move %a : !tile.tile<16x64xf32, mat, valid = 5x64> to !tile.tile<16x64xf32, left, valid = 5x64, compact>
  func.return
}

// -----

func.func @move_layout(%a: !tile.tile<64x16xf32, mat>) {
  %0 = tile.move %a : !tile.tile<64x16xf32, mat> to !tile.tile<64x16xf32, mat, layout = <col, none, 512>>
  // expected-error@+1 {{!tile.tile<64x16xf32, right, layout = <col, row, 512>> should have the layout <row, col, 512>}}
  %1 = tile.move %a : !tile.tile<64x16xf32, mat> to !tile.tile<64x16xf32, right, layout = <col, row, 512>>
  func.return
}

// -----

func.func @move_to_bias(%a: !tile.tile<1x64xf32, mat, layout = <row, none, 512>>) {
  %0 = tile.move %a : !tile.tile<1x64xf32, mat, layout = <row, none, 512>> to !tile.tile<1x64xf32, bias>
  // expected-error@+1 {{!tile.tile<1x64xf32, bias, layout = <col, row, 512>> should have the layout <row, none, 512>}}
  %1 = tile.move %a : !tile.tile<1x64xf32, mat, layout = <row, none, 512>> to !tile.tile<1x64xf32, bias, layout = <col, row, 512>>
  func.return
}

// -----

func.func @slice_rank(%a: !tile.tile<2x16x64xf32, vec>) {
  %0 = tile.slice %a[1, 0, 0] : !tile.tile<2x16x64xf32, vec> to !tile.tile<1x16x64xf32, vec>
  // expected-error@+1 {{slices !tile.tile<16x64xf32, vec> from !tile.tile<2x16x64xf32, vec>, which has another rank}}
  %1 = tile.slice %a[1, 0, 0] : !tile.tile<2x16x64xf32, vec> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @slice_window(%a: !tile.tile<16x64xf32, vec>) {
  %0 = tile.slice %a[12, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<4x64xf32, vec>
  // expected-error@+1 {{window 4x64 at [13, 0] ends past !tile.tile<16x64xf32, vec>}}
  %1 = tile.slice %a[13, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<4x64xf32, vec>
  func.return
}

// -----

func.func @slice_negative_offset(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{offset -1 is negative}}
  %0 = tile.slice %a[-1, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<4x64xf32, vec>
  func.return
}

// -----

func.func @slice_valid_shape(%a: !tile.tile<16x64xf32, vec, valid = 5x64>) {
  %0 = tile.slice %a[4, 0] : !tile.tile<16x64xf32, vec, valid = 5x64> to !tile.tile<4x64xf32, vec, valid = 1x64>
  %1 = tile.slice %a[5, 0] : !tile.tile<16x64xf32, vec, valid = 5x64> to !tile.tile<4x64xf32, vec, valid = 0x64>
  // expected-error@+1 {{result !tile.tile<4x64xf32, vec> should be !tile.tile<4x64xf32, vec, valid = 1x64>: the valid shape differs}}
  %2 = tile.slice %a[4, 0] : !tile.tile<16x64xf32, vec, valid = 5x64> to !tile.tile<4x64xf32, vec>
  func.return
}

// -----

func.func @slice_space(%a: !tile.tile<16x64xf32, mat>) {
  // expected-error@+1 {{result !tile.tile<4x64xf32, left> should be !tile.tile<4x64xf32, mat>: the memory space differs}}
  %0 = tile.slice %a[0, 0] : !tile.tile<16x64xf32, mat> to !tile.tile<4x64xf32, left>
  func.return
}

// -----

func.func @slice_layout(%a: !tile.tile<16x64xf32, vec>) {
  %0 = tile.slice %a[0, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<16x1xf32, vec, layout = <row, none, 512>>
  // expected-error@+1 {{result !tile.tile<16x1xf32, vec> should be !tile.tile<16x1xf32, vec, layout = <row, none, 512>>: the layout differs}}
  %1 = tile.slice %a[0, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<16x1xf32, vec>
  func.return
}

// -----

func.func @assemble_rank(%a: !tile.tile<16x64xf32, vec>, %t: !tile.tile<2x16x64xf32, vec>) {
  // expected-error@+1 {{assembles !tile.tile<16x64xf32, vec> into !tile.tile<2x16x64xf32, vec>, which has another rank}}
  %0 = tile.assemble %a into %t[0, 0, 0] : !tile.tile<16x64xf32, vec> into !tile.tile<2x16x64xf32, vec> -> !tile.tile<2x16x64xf32, vec>
  func.return
}

// -----

func.func @assemble_space(%a: !tile.tile<16x64xf32, acc>, %open: !tile.tile<16x64xf32>, %acc: !tile.tile<16x64xf32, acc>) {
  %0 = tile.assemble %a into %open[0, 0] : !tile.tile<16x64xf32, acc> into !tile.tile<16x64xf32> -> !tile.tile<16x64xf32>
  // expected-error@+1 {{assembles into tiles in mat or vec, got !tile.tile<16x64xf32, acc>}}
  %1 = tile.assemble %a into %acc[0, 0] : !tile.tile<16x64xf32, acc> into !tile.tile<16x64xf32, acc> -> !tile.tile<16x64xf32, acc>
  func.return
}

// -----

func.func @assemble_from_right(%a: !tile.tile<16x64xf32, right>, %t: !tile.tile<16x64xf32, mat>) {
  // expected-error@+1 {{only the cube reads right; copy from mat}}
  %0 = tile.assemble %a into %t[0, 0] : !tile.tile<16x64xf32, right> into !tile.tile<16x64xf32, mat> -> !tile.tile<16x64xf32, mat>
  func.return
}

// -----

func.func @assemble_type(%a: !tile.tile<16x64xf32, acc>, %b: !tile.tile<16x64xi32, acc>, %f: !tile.tile<16x64xf16, mat>, %i: !tile.tile<16x64xi8, mat>) {
  %0 = tile.assemble %a into %f[0, 0] : !tile.tile<16x64xf32, acc> into !tile.tile<16x64xf16, mat> -> !tile.tile<16x64xf16, mat>
  // expected-error@+1 {{cannot assemble !tile.tile<16x64xi32, acc> into !tile.tile<16x64xi8, mat>: f32 narrows to bf16 or f16, others stay}}
  %1 = tile.assemble %b into %i[0, 0] : !tile.tile<16x64xi32, acc> into !tile.tile<16x64xi8, mat> -> !tile.tile<16x64xi8, mat>
  func.return
}

// -----

// The whole physical source fits, however little of it is valid.
func.func @assemble_window(%a: !tile.tile<16x64xf32, acc, valid = 1x1>, %t: !tile.tile<32x64xf32, mat>) {
  %0 = tile.assemble %a into %t[16, 0] : !tile.tile<16x64xf32, acc, valid = 1x1> into !tile.tile<32x64xf32, mat> -> !tile.tile<32x64xf32, mat>
  // expected-error@+1 {{window 16x64 at [17, 0] ends past !tile.tile<32x64xf32, mat>}}
  %1 = tile.assemble %a into %t[17, 0] : !tile.tile<16x64xf32, acc, valid = 1x1> into !tile.tile<32x64xf32, mat> -> !tile.tile<32x64xf32, mat>
  func.return
}
