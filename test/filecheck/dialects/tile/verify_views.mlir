// RUN: tile-opt --verify-diagnostics --split-input-file %s

// Each rule of set_validshape, get_validshape, transpose_view and reshape: what just passes, then what just does not.

func.func @set_validshape_rank(%a: !tile.tile<2x16x64xf32, vec>) {
  // expected-error@+1 {{sets the valid shape of 2-D tiles, got !tile.tile<2x16x64xf32, vec>}}
  %0 = tile.set_validshape %a[1, 1] : !tile.tile<2x16x64xf32, vec> to !tile.tile<2x16x64xf32, vec>
  func.return
}

// -----

func.func @set_validshape_sizes(%a: !tile.tile<16x64xf32, vec>) {
  %0 = tile.set_validshape %a[16, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec, valid = 16x0>
  // expected-error@+1 {{valid 17x0 does not fit into !tile.tile<16x64xf32, vec>}}
  %1 = tile.set_validshape %a[17, 0] : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec, valid = 16x0>
  func.return
}

// -----

func.func @set_validshape_negative_size(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{size -1 is negative}}
  %0 = tile.set_validshape %a[16, -1] : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @set_validshape_size_count(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{needs 2 sizes, one per dimension, got 3}}
  %0 = tile.set_validshape %a[1, 1, 1] : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @set_validshape_result(%a: !tile.tile<16x64xf32, vec, valid = 5x5>, %n: index) {
  %0 = tile.set_validshape %a[%n, 6] : !tile.tile<16x64xf32, vec, valid = 5x5> to !tile.tile<16x64xf32, vec, valid = 4x6>
  // expected-error@+1 {{result !tile.tile<16x64xf32, vec, valid = 5x5> should be !tile.tile<16x64xf32, vec, valid = ?x6>: the valid shape differs}}
  %1 = tile.set_validshape %a[%n, 6] : !tile.tile<16x64xf32, vec, valid = 5x5> to !tile.tile<16x64xf32, vec, valid = 5x5>
  func.return
}

// -----

func.func @set_validshape_compact(%a: !tile.tile<64x128xi32, acc, compact>) {
  %0 = tile.set_validshape %a[16, 128] : !tile.tile<64x128xi32, acc, compact> to !tile.tile<64x128xi32, acc, valid = 16x128, compact>
  // expected-error@+1 {{the compact mode differs}}
  %1 = tile.set_validshape %a[16, 128] : !tile.tile<64x128xi32, acc, compact> to !tile.tile<64x128xi32, acc, valid = 16x128>
  func.return
}

// -----

func.func @set_validshape_space(%a: !tile.tile<16x64xf32>) {
  // expected-error@+1 {{the memory space differs}}
  %0 = tile.set_validshape %a[16, 64] : !tile.tile<16x64xf32> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @get_validshape_rank(%a: !tile.tile<16x64xf32>, %b: !tile.tile<64xf32>) {
  %0, %1 = tile.get_validshape %a : !tile.tile<16x64xf32>
  // expected-error@+1 {{asks for the valid shape of 2-D tiles, got !tile.tile<64xf32>}}
  %2, %3 = tile.get_validshape %b : !tile.tile<64xf32>
  func.return
}

// -----

func.func @transpose_rank(%a: !tile.tile<64xf32>, %b: !tile.tile<2x16x64xf32, vec>) {
  %0 = tile.transpose_view %b : !tile.tile<2x16x64xf32, vec> to !tile.tile<2x64x16xf32, vec, layout = <col, none, 512>>
  // expected-error@+1 {{transposes tiles of at least two dimensions, got !tile.tile<64xf32>}}
  %1 = tile.transpose_view %a : !tile.tile<64xf32> to !tile.tile<64xf32>
  func.return
}

// -----

func.func @transpose_shape(%a: !tile.tile<16x64xf32, mat>) {
  // expected-error@+1 {{result !tile.tile<16x64xf32, mat> should be !tile.tile<64x16xf32, mat, layout = <row, col, 512>>: the shape differs}}
  %0 = tile.transpose_view %a : !tile.tile<16x64xf32, mat> to !tile.tile<16x64xf32, mat>
  func.return
}

// -----

func.func @transpose_valid_shape(%a: !tile.tile<16x64xf32, mat, valid = 5x?>) {
  %0 = tile.transpose_view %a : !tile.tile<16x64xf32, mat, valid = 5x?> to !tile.tile<64x16xf32, mat, valid = 3x5, layout = <row, col, 512>>
  // expected-error@+1 {{should be !tile.tile<64x16xf32, mat, valid = ?x5, layout = <row, col, 512>>: the valid shape differs}}
  %1 = tile.transpose_view %a : !tile.tile<16x64xf32, mat, valid = 5x?> to !tile.tile<64x16xf32, mat, layout = <row, col, 512>>
  func.return
}

// -----

func.func @transpose_layout(%a: !tile.tile<16x64xf32, mat>) {
  // expected-error@+1 {{result !tile.tile<64x16xf32, mat> should be !tile.tile<64x16xf32, mat, layout = <row, col, 512>>: the layout differs}}
  %0 = tile.transpose_view %a : !tile.tile<16x64xf32, mat> to !tile.tile<64x16xf32, mat>
  func.return
}

// -----

func.func @transpose_vector(%row: !tile.tile<1x64xf32, vec>) {
  %0 = tile.transpose_view %row : !tile.tile<1x64xf32, vec> to !tile.tile<64x1xf32, vec>
  // expected-error@+1 {{should be !tile.tile<64x1xf32, vec>: the layout differs}}
  %1 = tile.transpose_view %row : !tile.tile<1x64xf32, vec> to !tile.tile<64x1xf32, vec, layout = <row, none, 512>>
  func.return
}

// -----

func.func @reshape_type(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{a reshape keeps element type and memory space, got !tile.tile<16x64xf32, vec> to !tile.tile<16x64xi32, vec>}}
  %0 = tile.reshape %a : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xi32, vec>
  func.return
}

// -----

func.func @reshape_space(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{a reshape keeps element type and memory space, got !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32>}}
  %0 = tile.reshape %a : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32>
  func.return
}

// -----

func.func @reshape_count(%a: !tile.tile<16x64xf32, vec>) {
  %0 = tile.reshape %a : !tile.tile<16x64xf32, vec> to !tile.tile<2x512xf32, vec>
  // expected-error@+1 {{!tile.tile<16x64xf32, vec> and !tile.tile<2x513xf32, vec> have different numbers of elements}}
  %1 = tile.reshape %a : !tile.tile<16x64xf32, vec> to !tile.tile<2x513xf32, vec>
  func.return
}

// -----

func.func @reshape_valid(%a: !tile.tile<16x64xf32, vec, valid = 15x64>) {
  // expected-error@+1 {{reshapes fully valid tiles, got !tile.tile<16x64xf32, vec, valid = 15x64> to !tile.tile<64x16xf32, vec>}}
  %0 = tile.reshape %a : !tile.tile<16x64xf32, vec, valid = 15x64> to !tile.tile<64x16xf32, vec>
  func.return
}

// -----

func.func @reshape_fractals(%a: !tile.tile<16x64xf32, mat, layout = <row, none, 512>>, %b: !tile.tile<16x64xf32, mat>) {
  %0 = tile.reshape %a : !tile.tile<16x64xf32, mat, layout = <row, none, 512>> to !tile.tile<64x16xf32, mat, layout = <row, none, 512>>
  // expected-error@+1 {{reshapes elements in row-major order, got !tile.tile<16x64xf32, mat> to !tile.tile<64x16xf32, mat>; move them first}}
  %1 = tile.reshape %b : !tile.tile<16x64xf32, mat> to !tile.tile<64x16xf32, mat>
  func.return
}

// -----

// Column-major elements are in row-major order only in a vector.
func.func @reshape_columns(%a: !tile.tile<1x64xf32, vec>, %b: !tile.tile<16x4xf32, vec>) {
  %0 = tile.reshape %a : !tile.tile<1x64xf32, vec> to !tile.tile<64x1xf32, vec, layout = <col, none, 512>>
  // expected-error@+1 {{reshapes elements in row-major order, got !tile.tile<16x4xf32, vec> to !tile.tile<4x16xf32, vec, layout = <col, none, 512>>}}
  %1 = tile.reshape %b : !tile.tile<16x4xf32, vec> to !tile.tile<4x16xf32, vec, layout = <col, none, 512>>
  func.return
}
