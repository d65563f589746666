// RUN: tile-opt --verify-diagnostics --split-input-file %s

// Each rule of matmul, matmul_acc and matmul_bias: what just passes, then what just does not.

func.func @rank(%a: !tile.tile<2x16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>) {
  // expected-error@+1 {{multiplies 2-D tiles, got !tile.tile<2x16x64xbf16, mat> and !tile.tile<64x32xbf16, mat>}}
  %0 = tile.matmul %a, %b : !tile.tile<2x16x64xbf16, mat>, !tile.tile<64x32xbf16, mat> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @float_types(%a: !tile.tile<16x64xf32, mat>, %b: !tile.tile<64x32xf32, mat>, %c: !tile.tile<16x64xf16, mat>, %d: !tile.tile<64x32xf16, mat>, %e: !tile.tile<16x64xf8E4M3FN, mat>, %f: !tile.tile<64x32xf8E4M3FN, mat>, %g: !tile.tile<16x64xf8E5M2, mat>, %h: !tile.tile<64x32xf8E5M2, mat>) {
  %0 = tile.matmul %a, %b : !tile.tile<16x64xf32, mat>, !tile.tile<64x32xf32, mat> -> !tile.tile<16x32xf32, acc>
  %1 = tile.matmul %c, %d : !tile.tile<16x64xf16, mat>, !tile.tile<64x32xf16, mat> -> !tile.tile<16x32xf32, acc>
  %2 = tile.matmul %e, %f : !tile.tile<16x64xf8E4M3FN, mat>, !tile.tile<64x32xf8E4M3FN, mat> -> !tile.tile<16x32xf32, acc>
  %3 = tile.matmul %g, %h : !tile.tile<16x64xf8E5M2, mat>, !tile.tile<64x32xf8E5M2, mat> -> !tile.tile<16x32xf32, acc>
  // expected-error@+1 {{f16 times f16 accumulates in f32, not in f16: the result !tile.tile<16x32xf16, acc> should be !tile.tile<16x32xf32, acc>, and a tile.cast convert it}}
  %4 = tile.matmul %c, %d : !tile.tile<16x64xf16, mat>, !tile.tile<64x32xf16, mat> -> !tile.tile<16x32xf16, acc>
  func.return
}

// -----

// 4-bit tiles can be multiplied on paper, so that a pass can say that this machine's cube refuses them (PH-AT-003).
func.func @integer_types(%a: !tile.tile<16x64xi4, mat>, %b: !tile.tile<64x32xi4, mat>, %c: !tile.tile<16x64xi16, mat>, %d: !tile.tile<64x32xi16, mat>) {
  %0 = tile.matmul %a, %b : !tile.tile<16x64xi4, mat>, !tile.tile<64x32xi4, mat> -> !tile.tile<16x32xi32, acc>
  // expected-error@+1 {{the cube cannot multiply i16: it takes f32, f16, bf16, f8 and i8; add a tile.cast}}
  %1 = tile.matmul %c, %d : !tile.tile<16x64xi16, mat>, !tile.tile<64x32xi16, mat> -> !tile.tile<16x32xi32, acc>
  func.return
}

// -----

func.func @i32_operands(%a: !tile.tile<16x64xi32, mat>, %b: !tile.tile<64x32xi32, mat>) {
  // expected-error@+1 {{the cube cannot multiply i32}}
  %0 = tile.matmul %a, %b : !tile.tile<16x64xi32, mat>, !tile.tile<64x32xi32, mat> -> !tile.tile<16x32xi32, acc>
  func.return
}

// -----

// fault B19: i8 products into f32 are refused by name.
func.func @fault_B19(%a: !tile.tile<16x64xi8, mat>, %b: !tile.tile<64x32xi8, mat>) {
  %0 = tile.matmul %a, %b : !tile.tile<16x64xi8, mat>, !tile.tile<64x32xi8, mat> -> !tile.tile<16x32xi32, acc>
  // expected-error@+1 {{i8 times i8 accumulates in i32, not in f32: the result !tile.tile<16x32xf32, acc> should be !tile.tile<16x32xi32, acc>, and a tile.cast convert it}}
  %1 = tile.matmul %a, %b : !tile.tile<16x64xi8, mat>, !tile.tile<64x32xi8, mat> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @fault_B19_acc(%acc: !tile.tile<16x32xf32, acc>, %a: !tile.tile<16x64xi8, mat>, %b: !tile.tile<64x32xi8, mat>) {
  // expected-error@+1 {{i8 times i8 accumulates in i32, not in f32: the accumulator !tile.tile<16x32xf32, acc> should be !tile.tile<16x32xi32, acc>}}
  %0 = tile.matmul_acc %acc, %a, %b : !tile.tile<16x32xf32, acc>, !tile.tile<16x64xi8, mat>, !tile.tile<64x32xi8, mat>
  func.return
}

// -----

func.func @mixed_types(%a: !tile.tile<16x64xf16, mat>, %b: !tile.tile<64x32xbf16, mat>) {
  // expected-error@+1 {{multiplies tiles of one element type, got !tile.tile<16x64xf16, mat> and !tile.tile<64x32xbf16, mat>; add a tile.cast}}
  %0 = tile.matmul %a, %b : !tile.tile<16x64xf16, mat>, !tile.tile<64x32xbf16, mat> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @inner_dimensions(%a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<65x32xbf16, mat>) {
  // expected-error@+1 {{inner dimensions differ: !tile.tile<16x64xbf16, mat> times !tile.tile<65x32xbf16, mat>}}
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, mat>, !tile.tile<65x32xbf16, mat> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @valid_inner_extent(%a: !tile.tile<16x64xbf16, mat, valid = 16x40>, %b: !tile.tile<64x32xbf16, mat, valid = 40x32>, %c: !tile.tile<64x32xbf16, mat, valid = ?x32>, %d: !tile.tile<64x32xbf16, mat, valid = 39x32>) {
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, mat, valid = 16x40>, !tile.tile<64x32xbf16, mat, valid = 40x32> -> !tile.tile<16x32xf32, acc>
  %1 = tile.matmul %a, %c : !tile.tile<16x64xbf16, mat, valid = 16x40>, !tile.tile<64x32xbf16, mat, valid = ?x32> -> !tile.tile<16x32xf32, acc>
  // expected-error@+1 {{the 39 valid rows of !tile.tile<64x32xbf16, mat, valid = 39x32> do not cover the 40 valid columns of !tile.tile<16x64xbf16, mat, valid = 16x40>}}
  %2 = tile.matmul %a, %d : !tile.tile<16x64xbf16, mat, valid = 16x40>, !tile.tile<64x32xbf16, mat, valid = 39x32> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @left_space(%a: !tile.tile<16x64xbf16, left>, %b: !tile.tile<64x32xbf16, right>, %v: !tile.tile<16x64xbf16, vec>, %w: !tile.tile<64x32xbf16, vec>, %wrong: !tile.tile<16x64xbf16, right>) {
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right> -> !tile.tile<16x32xf32, acc>
  %1 = tile.matmul %v, %w : !tile.tile<16x64xbf16, vec>, !tile.tile<64x32xbf16, vec> -> !tile.tile<16x32xf32, acc>
  // expected-error@+1 {{the left operand is in left, mat, vec or acc, got !tile.tile<16x64xbf16, right>}}
  %2 = tile.matmul %wrong, %b : !tile.tile<16x64xbf16, right>, !tile.tile<64x32xbf16, right> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @right_space(%a: !tile.tile<16x64xbf16>, %b: !tile.tile<64x32xbf16>, %c: !tile.tile<16x64xf32, acc>, %d: !tile.tile<64x32xf32, acc>, %wrong: !tile.tile<64x32xbf16, left>) {
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16> -> !tile.tile<16x32xf32, acc>
  %1 = tile.matmul %c, %d : !tile.tile<16x64xf32, acc>, !tile.tile<64x32xf32, acc> -> !tile.tile<16x32xf32, acc>
  // expected-error@+1 {{the right operand is in right, mat, vec or acc, got !tile.tile<64x32xbf16, left>}}
  %2 = tile.matmul %a, %wrong : !tile.tile<16x64xbf16>, !tile.tile<64x32xbf16, left> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

// fault C14: a row-major operand goes through a layout change first.
func.func @fault_C14(%a: !tile.tile<16x1024xi8, mat, layout = <row, none, 512>>, %b: !tile.tile<1024x16xi8, mat>) {
  %boxed = tile.move %a : !tile.tile<16x1024xi8, mat, layout = <row, none, 512>> to !tile.tile<16x1024xi8, mat>
  %0 = tile.matmul %boxed, %b : !tile.tile<16x1024xi8, mat>, !tile.tile<1024x16xi8, mat> -> !tile.tile<16x16xi32, acc>
  // expected-error@+1 {{the left operand !tile.tile<16x1024xi8, mat, layout = <row, none, 512>> has the layout <row, none, 512>, the cube reads <col, row, 512> or <row, col, 512>; load or move it into that}}
  %1 = tile.matmul %a, %b : !tile.tile<16x1024xi8, mat, layout = <row, none, 512>>, !tile.tile<1024x16xi8, mat> -> !tile.tile<16x16xi32, acc>
  func.return
}

// -----

func.func @right_layout(%a: !tile.tile<16x64xbf16, left, layout = <row, row, 512>>, %b: !tile.tile<64x32xbf16, mat, layout = <row, col, 512>>, %wrong: !tile.tile<64x32xbf16, right, layout = <col, col, 512>>) {
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, left, layout = <row, row, 512>>, !tile.tile<64x32xbf16, mat, layout = <row, col, 512>> -> !tile.tile<16x32xf32, acc>
  // expected-error@+1 {{the right operand !tile.tile<64x32xbf16, right, layout = <col, col, 512>> has the layout <col, col, 512>, the cube reads <row, col, 512>}}
  %1 = tile.matmul %a, %wrong : !tile.tile<16x64xbf16, left, layout = <row, row, 512>>, !tile.tile<64x32xbf16, right, layout = <col, col, 512>> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @result_shape(%a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>) {
  // expected-error@+1 {{result !tile.tile<16x64xf32, acc> should be !tile.tile<16x32xf32, acc>: the shape differs}}
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat> -> !tile.tile<16x64xf32, acc>
  func.return
}

// -----

func.func @result_space(%a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>) {
  // expected-error@+1 {{result !tile.tile<16x32xf32, vec> should be !tile.tile<16x32xf32, acc>: the memory space differs}}
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat> -> !tile.tile<16x32xf32, vec>
  func.return
}

// -----

func.func @result_layout(%a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>) {
  // expected-error@+1 {{result !tile.tile<16x32xf32, acc, layout = <col, row, 512>> should be !tile.tile<16x32xf32, acc>: the layout differs}}
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat> -> !tile.tile<16x32xf32, acc, layout = <col, row, 512>>
  func.return
}

// -----

func.func @result_valid_shape(%a: !tile.tile<16x64xbf16, mat, valid = ?x40>, %b: !tile.tile<64x32xbf16, mat, valid = 64x30>) {
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, mat, valid = ?x40>, !tile.tile<64x32xbf16, mat, valid = 64x30> -> !tile.tile<16x32xf32, acc, valid = 5x30, compact>
  // expected-error@+1 {{result !tile.tile<16x32xf32, acc, valid = ?x32, compact> should be !tile.tile<16x32xf32, acc, valid = ?x30, compact>: the valid shape differs}}
  %1 = tile.matmul %a, %b : !tile.tile<16x64xbf16, mat, valid = ?x40>, !tile.tile<64x32xbf16, mat, valid = 64x30> -> !tile.tile<16x32xf32, acc, valid = ?x32, compact>
  func.return
}

// -----

// Rows that may be fewer than the physical ones make the product compact; columns do not.
func.func @compact(%a: !tile.tile<16x64xbf16, mat, valid = ?x64>, %b: !tile.tile<64x32xbf16, mat, valid = 64x30>, %whole: !tile.tile<16x64xbf16, mat>) {
  %0 = tile.matmul %whole, %b : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat, valid = 64x30> -> !tile.tile<16x32xf32, acc, valid = 16x30>
  // expected-error@+1 {{result !tile.tile<16x32xf32, acc, valid = ?x30> should be !tile.tile<16x32xf32, acc, valid = ?x30, compact>: the compact mode differs}}
  %1 = tile.matmul %a, %b : !tile.tile<16x64xbf16, mat, valid = ?x64>, !tile.tile<64x32xbf16, mat, valid = 64x30> -> !tile.tile<16x32xf32, acc, valid = ?x30>
  func.return
}

// -----

func.func @accumulator_space(%acc: !tile.tile<16x32xf32>, %mat: !tile.tile<16x32xf32, mat>, %a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>) {
  %0 = tile.matmul_acc %acc, %a, %b : !tile.tile<16x32xf32>, !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>
  // expected-error@+1 {{accumulates in acc, got !tile.tile<16x32xf32, mat>}}
  %1 = tile.matmul_acc %mat, %a, %b : !tile.tile<16x32xf32, mat>, !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>
  func.return
}

// -----

func.func @accumulator_shape(%acc: !tile.tile<32x32xf32, acc>, %a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>) {
  // expected-error@+1 {{the shape of the accumulator !tile.tile<32x32xf32, acc> differs from that of the product !tile.tile<16x32xf32, acc>}}
  %0 = tile.matmul_acc %acc, %a, %b : !tile.tile<32x32xf32, acc>, !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>
  func.return
}

// -----

func.func @accumulator_valid_shape(%acc: !tile.tile<16x32xf32, acc, valid = 5x32, compact>, %narrow: !tile.tile<16x32xf32, acc, valid = 4x32, compact>, %a: !tile.tile<16x64xbf16, mat, valid = 5x64>, %b: !tile.tile<64x32xbf16, mat>) {
  %0 = tile.matmul_acc %acc, %a, %b : !tile.tile<16x32xf32, acc, valid = 5x32, compact>, !tile.tile<16x64xbf16, mat, valid = 5x64>, !tile.tile<64x32xbf16, mat>
  // expected-error@+1 {{the valid shape of the accumulator !tile.tile<16x32xf32, acc, valid = 4x32, compact> does not cover that of !tile.tile<16x32xf32, acc, valid = 5x32, compact>}}
  %1 = tile.matmul_acc %narrow, %a, %b : !tile.tile<16x32xf32, acc, valid = 4x32, compact>, !tile.tile<16x64xbf16, mat, valid = 5x64>, !tile.tile<64x32xbf16, mat>
  func.return
}

// -----

// fault C3: rows of a wider accumulator are refused, not scrambled; columns of one are whole fractal columns.
func.func @fault_C3(%wide: !tile.tile<64x64xf32, acc>, %a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>, %c: !tile.tile<64x64xbf16, mat>) {
  %columns = tile.slice %wide[0, 32] : !tile.tile<64x64xf32, acc> to !tile.tile<64x32xf32, acc>
  %0 = tile.matmul_acc %columns, %c, %b : !tile.tile<64x32xf32, acc>, !tile.tile<64x64xbf16, mat>, !tile.tile<64x32xbf16, mat>
  %rows = tile.slice %wide[16, 0] : !tile.tile<64x64xf32, acc> to !tile.tile<16x32xf32, acc>
  // expected-error@+1 {{accumulates into rows of the wider !tile.tile<64x64xf32, acc>, whose pitch the cube does not know; multiply into a tile of its own and tile.assemble it}}
  %1 = tile.matmul_acc %rows, %a, %b : !tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>
  func.return
}

// -----

func.func @accumulator_result(%acc: !tile.tile<16x32xf32, acc>, %a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>) {
  // expected-error@+1 {{!tile.tile<16x32xf32, acc> expected from variable 'T', but got !tile.tile<16x32xf32, acc, valid = 5x32>}}
  %0 = "tile.matmul_acc"(%acc, %a, %b) : (!tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>) -> !tile.tile<16x32xf32, acc, valid = 5x32>
  func.return
}

// -----

func.func @predicate(%acc: !tile.tile<16x32xf32, acc>, %a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>, %first: i8) {
  // expected-error@+1 {{Expected attribute i1 but got i8}}
  %0 = "tile.matmul_acc"(%acc, %a, %b, %first) : (!tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>, i8) -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @bias_shape(%a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>, %bias: !tile.tile<1x33xf32, bias>) {
  // expected-error@+1 {{the bias of !tile.tile<16x32xf32, acc> should be 1x32xf32, got !tile.tile<1x33xf32, bias>}}
  %0 = tile.matmul_bias %a, %b, %bias : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>, !tile.tile<1x33xf32, bias> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @bias_type(%a: !tile.tile<16x64xi8, mat>, %b: !tile.tile<64x32xi8, mat>, %ints: !tile.tile<1x32xi32, bias>, %floats: !tile.tile<1x32xf32, bias>) {
  %0 = tile.matmul_bias %a, %b, %ints : !tile.tile<16x64xi8, mat>, !tile.tile<64x32xi8, mat>, !tile.tile<1x32xi32, bias> -> !tile.tile<16x32xi32, acc>
  // expected-error@+1 {{the bias of !tile.tile<16x32xi32, acc> should be 1x32xi32, got !tile.tile<1x32xf32, bias>}}
  %1 = tile.matmul_bias %a, %b, %floats : !tile.tile<16x64xi8, mat>, !tile.tile<64x32xi8, mat>, !tile.tile<1x32xf32, bias> -> !tile.tile<16x32xi32, acc>
  func.return
}

// -----

func.func @bias_space(%a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>, %mat: !tile.tile<1x32xf32, mat, layout = <row, none, 512>>, %vec: !tile.tile<1x32xf32, vec>) {
  %0 = tile.matmul_bias %a, %b, %mat : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>, !tile.tile<1x32xf32, mat, layout = <row, none, 512>> -> !tile.tile<16x32xf32, acc>
  // expected-error@+1 {{the bias is a row-major tile in bias or mat, got !tile.tile<1x32xf32, vec>; load or move it}}
  %1 = tile.matmul_bias %a, %b, %vec : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>, !tile.tile<1x32xf32, vec> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @bias_layout(%a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>, %bias: !tile.tile<1x32xf32, mat>) {
  // expected-error@+1 {{the bias is a row-major tile in bias or mat, got !tile.tile<1x32xf32, mat>; load or move it}}
  %0 = tile.matmul_bias %a, %b, %bias : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>, !tile.tile<1x32xf32, mat> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @bias_valid_shape(%a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat, valid = 64x30>, %bias: !tile.tile<1x32xf32, bias, valid = 1x30>, %narrow: !tile.tile<1x32xf32, bias, valid = 1x29>) {
  %0 = tile.matmul_bias %a, %b, %bias : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat, valid = 64x30>, !tile.tile<1x32xf32, bias, valid = 1x30> -> !tile.tile<16x32xf32, acc, valid = 16x30>
  // expected-error@+1 {{the valid shape of the bias !tile.tile<1x32xf32, bias, valid = 1x29> does not cover the columns of !tile.tile<16x32xf32, acc, valid = 16x30>}}
  %1 = tile.matmul_bias %a, %b, %narrow : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat, valid = 64x30>, !tile.tile<1x32xf32, bias, valid = 1x29> -> !tile.tile<16x32xf32, acc, valid = 16x30>
  func.return
}

// -----

func.func @bias_without_rows(%a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>, %bias: !tile.tile<1x32xf32, bias, valid = 0x32>) {
  // expected-error@+1 {{does not cover the columns of !tile.tile<16x32xf32, acc>}}
  %0 = tile.matmul_bias %a, %b, %bias : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat>, !tile.tile<1x32xf32, bias, valid = 0x32> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @batch_of_flat_tiles(%a: !tile.tile<16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>) {
  // expected-error@+1 {{multiplies tiles of one rank above 2, got !tile.tile<16x64xbf16, mat> and !tile.tile<64x32xbf16, mat>; two 2-D ones by tile.matmul}}
  %0 = tile.batch_matmul %a, %b : !tile.tile<16x64xbf16, mat>, !tile.tile<64x32xbf16, mat> -> !tile.tile<16x32xf32, acc>
  func.return
}

// -----

func.func @batch_of_other_ranks(%a: !tile.tile<4x16x64xbf16, mat>, %b: !tile.tile<64x32xbf16, mat>) {
  // expected-error@+1 {{multiplies tiles of one rank above 2}}
  %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat>, !tile.tile<64x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc>
  func.return
}

// -----

func.func @batch_page_counts(%a: !tile.tile<4x16x64xbf16, mat>, %b: !tile.tile<3x64x32xbf16, mat>) {
  // expected-error@+1 {{multiplies as many pages, all of them valid, got !tile.tile<4x16x64xbf16, mat> and !tile.tile<3x64x32xbf16, mat>}}
  %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat>, !tile.tile<3x64x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc>
  func.return
}

// -----

func.func @batch_valid_pages(%a: !tile.tile<4x16x64xbf16, mat, valid = 3x16x64>, %b: !tile.tile<4x64x32xbf16, mat>) {
  // expected-error@+1 {{multiplies as many pages, all of them valid}}
  %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat, valid = 3x16x64>, !tile.tile<4x64x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc>
  func.return
}

// -----

func.func @batch_inner_extent(%a: !tile.tile<4x16x64xbf16, mat>, %b: !tile.tile<4x48x32xbf16, mat>) {
  // expected-error@+1 {{inner dimensions differ}}
  %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat>, !tile.tile<4x48x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc>
  func.return
}

// -----

func.func @batch_valid_inner_extent(%a: !tile.tile<4x16x64xbf16, mat>, %b: !tile.tile<4x64x32xbf16, mat, valid = 4x63x32>) {
  // expected-error@+1 {{the 63 valid rows of !tile.tile<4x64x32xbf16, mat, valid = 4x63x32> do not cover the 64 valid columns}}
  %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat>, !tile.tile<4x64x32xbf16, mat, valid = 4x63x32> -> !tile.tile<4x16x32xf32, acc>
  func.return
}

// -----

func.func @batch_element_types(%a: !tile.tile<4x16x64xbf16, mat>, %b: !tile.tile<4x64x32xf16, mat>) {
  // expected-error@+1 {{multiplies tiles of one element type}}
  %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat>, !tile.tile<4x64x32xf16, mat> -> !tile.tile<4x16x32xf32, acc>
  func.return
}

// -----

func.func @batch_result_type(%a: !tile.tile<4x16x64xbf16, mat>, %b: !tile.tile<4x64x32xbf16, mat>) {
  // expected-error@+1 {{bf16 times bf16 accumulates in f32, not in bf16}}
  %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat>, !tile.tile<4x64x32xbf16, mat> -> !tile.tile<4x16x32xbf16, acc>
  func.return
}

// -----

func.func @batch_result_shape(%a: !tile.tile<4x16x64xbf16, mat>, %b: !tile.tile<4x64x32xbf16, mat>) {
  // expected-error@+1 {{result !tile.tile<4x16x48xf32, acc> should be !tile.tile<4x16x32xf32, acc>: the shape differs}}
  %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat>, !tile.tile<4x64x32xbf16, mat> -> !tile.tile<4x16x48xf32, acc>
  func.return
}
