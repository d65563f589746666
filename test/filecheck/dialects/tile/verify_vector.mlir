// RUN: tile-opt --verify-diagnostics --split-input-file %s

// Each rule of the vector unit's ops: what just passes, then what just does not.

func.func @unary_space(%a: !tile.tile<16x64xf32>, %b: !tile.tile<16x64xf32, mat>) {
  %0 = tile.neg %a : !tile.tile<16x64xf32>
  // expected-error@+1 {{the vector unit reads vec, got !tile.tile<16x64xf32, mat>; add a tile.move}}
  %1 = tile.neg %b : !tile.tile<16x64xf32, mat>
  func.return
}

// -----

func.func @unary_storage_type(%a: !tile.tile<16x64xi8, vec>, %b: !tile.tile<16x64xi4, vec>) {
  %0 = tile.abs %a : !tile.tile<16x64xi8, vec>
  // expected-error@+1 {{i4 is stored, not computed with: !tile.tile<16x64xi4, vec>; add a tile.cast}}
  %1 = tile.abs %b : !tile.tile<16x64xi4, vec>
  func.return
}

// -----

func.func @exp_of_integers(%a: !tile.tile<16x64xi32, vec>) {
  %0 = tile.relu %a : !tile.tile<16x64xi32, vec>
  // expected-error@+1 {{is for floats, got !tile.tile<16x64xi32, vec>; add a tile.cast}}
  %1 = tile.exp %a : !tile.tile<16x64xi32, vec>
  func.return
}

// -----

func.func @rsqrt_of_integers(%a: !tile.tile<16x64xi32, vec>) {
  // expected-error@+1 {{is for floats}}
  %0 = tile.rsqrt %a : !tile.tile<16x64xi32, vec>
  func.return
}

// -----

func.func @unary_result(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{!tile.tile<16x64xf32, vec> expected from variable 'T', but got !tile.tile<16x64xf16, vec>}}
  %0 = "tile.exp"(%a) : (!tile.tile<16x64xf32, vec>) -> !tile.tile<16x64xf16, vec>
  func.return
}

// -----

func.func @binary_space(%a: !tile.tile<16x64xf32, vec>, %b: !tile.tile<16x64xf32>, %c: !tile.tile<16x64xf32, acc>) {
  %0 = tile.add %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32>
  // expected-error@+1 {{the vector unit reads vec, got !tile.tile<16x64xf32, acc>; add a tile.move}}
  %1 = tile.add %a, %c : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, acc>
  func.return
}

// -----

func.func @binary_shape(%a: !tile.tile<16x64xf32, vec>, %b: !tile.tile<16x32xf32, vec>) {
  // expected-error@+1 {{combines tiles of one shape and element type, got !tile.tile<16x64xf32, vec> and !tile.tile<16x32xf32, vec>}}
  %0 = tile.sub %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x32xf32, vec>
  func.return
}

// -----

func.func @binary_type(%a: !tile.tile<16x64xf32, vec>, %b: !tile.tile<16x64xf16, vec>) {
  // expected-error@+1 {{combines tiles of one shape and element type, got !tile.tile<16x64xf32, vec> and !tile.tile<16x64xf16, vec>}}
  %0 = tile.mul %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf16, vec>
  func.return
}

// -----

func.func @binary_valid_shape(%a: !tile.tile<16x64xf32, vec, valid = 5x64>, %b: !tile.tile<16x64xf32, vec, valid = ?x64>, %c: !tile.tile<16x64xf32, vec>) {
  %0 = tile.maximum %a, %b : !tile.tile<16x64xf32, vec, valid = 5x64>, !tile.tile<16x64xf32, vec, valid = ?x64>
  // expected-error@+1 {{combines tiles of one valid shape, got !tile.tile<16x64xf32, vec, valid = 5x64> and !tile.tile<16x64xf32, vec>; add a tile.set_validshape}}
  %1 = tile.maximum %a, %c : !tile.tile<16x64xf32, vec, valid = 5x64>, !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @binary_layout(%a: !tile.tile<16x64xf32, vec>, %b: !tile.tile<16x64xf32, vec, layout = <col, none, 512>>) {
  // expected-error@+1 {{combines tiles of one layout, got !tile.tile<16x64xf32, vec> and !tile.tile<16x64xf32, vec, layout = <col, none, 512>>; add a tile.move}}
  %0 = tile.div %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, layout = <col, none, 512>>
  func.return
}

// -----

func.func @scalar_type(%a: !tile.tile<16x64xf32, vec>, %s: f32, %h: f16) {
  %0 = tile.adds %a, %s : !tile.tile<16x64xf32, vec>, f32
  // expected-error@+1 {{scalar f16 should have the element type of !tile.tile<16x64xf32, vec>}}
  %1 = tile.adds %a, %h : !tile.tile<16x64xf32, vec>, f16
  func.return
}

// -----

func.func @scalar_space(%a: !tile.tile<16x64xf32, mat>, %s: f32) {
  // expected-error@+1 {{the vector unit reads vec, got !tile.tile<16x64xf32, mat>; add a tile.move}}
  %0 = tile.minimums %a, %s : !tile.tile<16x64xf32, mat>, f32
  func.return
}

// -----

func.func @scalar_kind(%a: !tile.tile<16x64xf32, vec>, %n: index) {
  // expected-error@+1 {{index}}
  %0 = tile.muls %a, %n : !tile.tile<16x64xf32, vec>, index
  func.return
}

// -----

func.func @cmp_operands(%a: !tile.tile<16x64xf32, vec>, %b: !tile.tile<16x64xf16, vec>) {
  // expected-error@+1 {{combines tiles of one shape and element type}}
  %0 = tile.cmp lt %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf16, vec> -> !tile.tile<16x64xi1, vec>
  func.return
}

// -----

func.func @cmp_result(%a: !tile.tile<16x64xf32, vec, valid = 5x64>) {
  %0 = tile.cmp lt %a, %a : !tile.tile<16x64xf32, vec, valid = 5x64>, !tile.tile<16x64xf32, vec, valid = 5x64> -> !tile.tile<16x64xi1, vec, valid = 5x64>
  // expected-error@+1 {{result !tile.tile<16x64xi8, vec, valid = 5x64> should be !tile.tile<16x64xi1, vec, valid = 5x64>: the element type differs}}
  %1 = tile.cmp lt %a, %a : !tile.tile<16x64xf32, vec, valid = 5x64>, !tile.tile<16x64xf32, vec, valid = 5x64> -> !tile.tile<16x64xi8, vec, valid = 5x64>
  func.return
}

// -----

func.func @cmp_predicate(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{Expected `eq`, `ne`, `lt`, `le`, `gt`, or `ge`}}
  %0 = tile.cmp less %a, %a : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec> -> !tile.tile<16x64xi1, vec>
  func.return
}

// -----

func.func @cmps(%a: !tile.tile<16x64xf32, vec>, %s: f32) {
  %0 = tile.cmps gt %a, %s : !tile.tile<16x64xf32, vec>, f32 -> !tile.tile<16x64xi1, vec>
  // expected-error@+1 {{result !tile.tile<16x64xi1> should be !tile.tile<16x64xi1, vec>: the memory space differs}}
  %1 = tile.cmps gt %a, %s : !tile.tile<16x64xf32, vec>, f32 -> !tile.tile<16x64xi1>
  func.return
}

// -----

func.func @cmps_scalar(%a: !tile.tile<16x64xf32, vec>, %s: i32) {
  // expected-error@+1 {{scalar i32 should have the element type of !tile.tile<16x64xf32, vec>}}
  %0 = tile.cmps gt %a, %s : !tile.tile<16x64xf32, vec>, i32 -> !tile.tile<16x64xi1, vec>
  func.return
}

// -----

func.func @sel_mask(%m: !tile.tile<16x64xi1, vec>, %wrong: !tile.tile<16x32xi1, vec>, %a: !tile.tile<16x64xf32, vec>) {
  %0 = tile.sel %m, %a, %a : !tile.tile<16x64xi1, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  // expected-error@+1 {{mask !tile.tile<16x32xi1, vec> should be !tile.tile<16x64xi1, vec>: the shape differs}}
  %1 = tile.sel %wrong, %a, %a : !tile.tile<16x32xi1, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @sel_operands(%m: !tile.tile<16x64xi1, vec>, %a: !tile.tile<16x64xf32, vec>, %b: !tile.tile<16x64xi32, vec>) {
  // expected-error@+1 {{combines tiles of one shape and element type, got !tile.tile<16x64xf32, vec> and !tile.tile<16x64xi32, vec>}}
  %0 = tile.sel %m, %a, %b : !tile.tile<16x64xi1, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<16x64xi32, vec>
  func.return
}

// -----

func.func @cast_to_itself(%a: !tile.tile<16x64xi1, vec>) {
  %0 = tile.cast %a rint : !tile.tile<16x64xi1, vec> to !tile.tile<16x64xf32, vec>
  // expected-error@+1 {{casts !tile.tile<16x64xi1, vec> to its own element type; drop the cast}}
  %1 = tile.cast %a rint : !tile.tile<16x64xi1, vec> to !tile.tile<16x64xi1, vec>
  func.return
}

// -----

func.func @cast_space(%a: !tile.tile<16x64xf32, acc>, %b: !tile.tile<16x64xf32, mat>) {
  %0 = tile.cast %a rint : !tile.tile<16x64xf32, acc> to !tile.tile<16x64xbf16, vec>
  // expected-error@+1 {{casts tiles in vec or acc, got !tile.tile<16x64xf32, mat>; add a tile.move}}
  %1 = tile.cast %b rint : !tile.tile<16x64xf32, mat> to !tile.tile<16x64xbf16, vec>
  func.return
}

// -----

func.func @cast_result(%a: !tile.tile<16x64xf32, acc>) {
  // expected-error@+1 {{result !tile.tile<16x64xbf16, acc> should be !tile.tile<16x64xbf16, vec>: the memory space differs}}
  %0 = tile.cast %a rint : !tile.tile<16x64xf32, acc> to !tile.tile<16x64xbf16, acc>
  func.return
}

// -----

func.func @cast_layout(%a: !tile.tile<16x64xf32, vec, layout = <col, none, 512>>) {
  %0 = tile.cast %a rint : !tile.tile<16x64xf32, vec, layout = <col, none, 512>> to !tile.tile<16x64xbf16, vec, layout = <col, none, 512>>
  // expected-error@+1 {{the layout differs}}
  %1 = tile.cast %a rint : !tile.tile<16x64xf32, vec, layout = <col, none, 512>> to !tile.tile<16x64xbf16, vec>
  func.return
}

// -----

func.func @cast_valid_shape(%a: !tile.tile<16x64xf32, vec, valid = 5x64>) {
  // expected-error@+1 {{result !tile.tile<16x64xbf16, vec> should be !tile.tile<16x64xbf16, vec, valid = 5x64>: the valid shape differs}}
  %0 = tile.cast %a rint : !tile.tile<16x64xf32, vec, valid = 5x64> to !tile.tile<16x64xbf16, vec>
  func.return
}

// -----

func.func @cast_mode(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{Expected `none`, `rint`, `round`, `floor`, `ceil`, `trunc`, or `odd`}}
  %0 = tile.cast %a up : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xbf16, vec>
  func.return
}

// -----

func.func @reduction_rank(%a: !tile.tile<64xf32, vec>) {
  // expected-error@+1 {{reduces 2-D tiles, got !tile.tile<64xf32, vec>}}
  %0 = tile.row_sum %a : !tile.tile<64xf32, vec> -> !tile.tile<1xf32, vec>
  func.return
}

// -----

func.func @reduction_space(%a: !tile.tile<16x64xf32, acc>) {
  // expected-error@+1 {{the vector unit reads vec, got !tile.tile<16x64xf32, acc>; add a tile.move}}
  %0 = tile.row_sum %a : !tile.tile<16x64xf32, acc> -> !tile.tile<16x1xf32, vec>
  func.return
}

// -----

func.func @reduction_of_nothing(%a: !tile.tile<16x64xf32, vec, valid = 0x1>, %b: !tile.tile<16x64xf32, vec, valid = 1x0>) {
  %0 = tile.row_max %a : !tile.tile<16x64xf32, vec, valid = 0x1> -> !tile.tile<16x1xf32, vec, valid = 0x1>
  // expected-error@+1 {{reduces an empty axis of !tile.tile<16x64xf32, vec, valid = 1x0>}}
  %1 = tile.row_max %b : !tile.tile<16x64xf32, vec, valid = 1x0> -> !tile.tile<16x1xf32, vec, valid = 1x1>
  func.return
}

// -----

func.func @reduction_shape(%a: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{result !tile.tile<16x1xf32, vec> should be !tile.tile<1x64xf32, vec>: the shape differs}}
  %0 = tile.col_min %a : !tile.tile<16x64xf32, vec> -> !tile.tile<16x1xf32, vec>
  func.return
}

// -----

func.func @reduction_valid_shape(%a: !tile.tile<16x64xf32, vec, valid = 5x40>) {
  %0 = tile.col_sum %a : !tile.tile<16x64xf32, vec, valid = 5x40> -> !tile.tile<1x64xf32, vec, valid = 1x40>
  // expected-error@+1 {{result !tile.tile<1x64xf32, vec> should be !tile.tile<1x64xf32, vec, valid = 1x40>: the valid shape differs}}
  %1 = tile.col_sum %a : !tile.tile<16x64xf32, vec, valid = 5x40> -> !tile.tile<1x64xf32, vec>
  func.return
}

// -----

func.func @expansion_vector(%a: !tile.tile<16x64xf32, vec>, %column: !tile.tile<16x1xf32, vec>, %row: !tile.tile<1x64xf32, vec>) {
  %0 = tile.row_expand_sub %a, %column : !tile.tile<16x64xf32, vec>, !tile.tile<16x1xf32, vec>
  // expected-error@+1 {{expands a 16x1xf32 vector over !tile.tile<16x64xf32, vec>, got !tile.tile<1x64xf32, vec>}}
  %1 = tile.row_expand_sub %a, %row : !tile.tile<16x64xf32, vec>, !tile.tile<1x64xf32, vec>
  func.return
}

// -----

func.func @expansion_type(%a: !tile.tile<16x64xf32, vec>, %row: !tile.tile<1x64xf16, vec>) {
  // expected-error@+1 {{expands a 1x64xf32 vector over !tile.tile<16x64xf32, vec>, got !tile.tile<1x64xf16, vec>}}
  %0 = tile.col_expand_mul %a, %row : !tile.tile<16x64xf32, vec>, !tile.tile<1x64xf16, vec>
  func.return
}

// -----

func.func @expansion_valid_shape(%a: !tile.tile<16x64xf32, vec, valid = 5x64>, %column: !tile.tile<16x1xf32, vec, valid = ?x1>, %whole: !tile.tile<16x1xf32, vec>) {
  %0 = tile.row_expand_div %a, %column : !tile.tile<16x64xf32, vec, valid = 5x64>, !tile.tile<16x1xf32, vec, valid = ?x1>
  // expected-error@+1 {{expands a vector of valid shape 5x1 over !tile.tile<16x64xf32, vec, valid = 5x64>, got !tile.tile<16x1xf32, vec>}}
  %1 = tile.row_expand_div %a, %whole : !tile.tile<16x64xf32, vec, valid = 5x64>, !tile.tile<16x1xf32, vec>
  func.return
}

// -----

func.func @expansion_space(%a: !tile.tile<16x64xf32, vec>, %row: !tile.tile<1x64xf32, mat, layout = <row, none, 512>>) {
  // expected-error@+1 {{the vector unit reads vec, got !tile.tile<1x64xf32, mat, layout = <row, none, 512>>; add a tile.move}}
  %0 = tile.col_expand_add %a, %row : !tile.tile<16x64xf32, vec>, !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  func.return
}
