// RUN: tile-opt --verify-diagnostics --split-input-file %s

// Each rule of the tile type and of the attributes of the dialect: what just passes, then what just does not.

func.func private @extents(!tile.tile<1x1xf32>)
// expected-error@+1 {{tile extents are positive constants, got 1x0}}
func.func private @zero_extent(!tile.tile<1x0xf32>)

// -----

// expected-error@+1 {{expected a positive extent or an element type}}
func.func private @negative_extent(!tile.tile<1x-1xf32>)

// -----

// expected-error@+1 {{tile extents are positive constants, got 1x?}}
func.func private @dynamic_extent(!tile.tile<1x?xf32>)

// -----

func.func private @rank_one(!tile.tile<1xf32>)
// expected-error@+1 {{a tile has at least one dimension}}
func.func private @rank_zero(!tile.tile<f32>)

// -----

func.func private @valid(!tile.tile<16x64xf32, valid = 16x0>, !tile.tile<16x64xf32, valid = ?x64>)
// expected-error@+1 {{valid shape 17x64 does not fit into 16x64}}
func.func private @valid_too_large(!tile.tile<16x64xf32, valid = 17x64>)

// -----

// expected-error@+1 {{valid shape 16 has another rank than 16x64}}
func.func private @valid_of_another_rank(!tile.tile<16x64xf32, valid = 16>)

// -----

func.func private @element_types(!tile.tile<1xi1>, !tile.tile<1xi4>, !tile.tile<1xi8>, !tile.tile<1xi16>, !tile.tile<1xi32>, !tile.tile<1xi64>)
func.func private @float_types(!tile.tile<1xf32>, !tile.tile<1xf16>, !tile.tile<1xbf16>, !tile.tile<1xf8E4M3FN>, !tile.tile<1xf8E5M2>, !tile.tile<1xf4E2M1FN>)
// expected-error@+1 {{a tile holds i1, i4, i8, i16, i32, i64, f32, f16, bf16, f8E4M3FN, f8E5M2 or f4E2M1FN, got f64}}
func.func private @f64(!tile.tile<1xf64>)

// -----

// expected-error@+1 {{got i3}}
func.func private @odd_width(!tile.tile<1xi3>)

// -----

// expected-error@+1 {{got ui8}}
func.func private @unsigned(!tile.tile<1xui8>)

// -----

// expected-error@+1 {{got index}}
func.func private @index(!tile.tile<1xindex>)

// -----

func.func private @compact(!tile.tile<16x64xf32, acc, compact>, !tile.tile<16x64xf32, left, compact>, !tile.tile<16x64xf32, right, compact>, !tile.tile<16x64xf32, compact>)
// expected-error@+1 {{only tiles in left, right or acc are compact, got one in mat}}
func.func private @compact_in_mat(!tile.tile<16x64xf32, mat, compact>)

// -----

func.func private @layout(!tile.tile<16x64xf32, layout = <col, none, 1024>>, !tile.tile<16x64xf32, layout = <row, col, 32>>)
// expected-error@+1 {{the block order of a layout is row or col, got none}}
func.func private @layout_without_block_order(!tile.tile<16x64xf32, layout = <none, row, 512>>)

// -----

// expected-error@+1 {{a fractal has one of 32, 512, 1024 bytes, got 64}}
func.func private @fractal_bytes(!tile.tile<16x64xf32, layout = <col, row, 64>>)

// -----

// expected-error@+1 {{Expected one of 'compact', 'layout', 'valid' in a tile type, each at most once}}
func.func private @two_spaces(!tile.tile<16x64xf32, vec, mat>)

// -----

// expected-error@+1 {{in a tile type, each at most once}}
func.func private @two_valid_shapes(!tile.tile<16x64xf32, valid = 1x1, valid = 2x2>)

// -----

// expected-error@+1 {{in a tile type, each at most once}}
func.func private @unknown_space(!tile.tile<16x64xf32, l1>)

// -----

func.func private @kinds() attributes {tile.kind = #tile<kind orchestration>, tile.planner = "dsa-rp"}
// expected-error@+1 {{attribute 'tile.kind' should be one of #tile<kind in_core>, #tile<kind orchestration>, #tile<kind opaque>, got "in_core"}}
func.func private @kind_is_a_string() attributes {tile.kind = "in_core"}

// -----

// expected-error@+1 {{attribute 'tile.kind' belongs on func.func}}
builtin.module attributes {tile.kind = #tile<kind in_core>} {
}

// -----

// expected-error@+1 {{attribute 'tile.planner' should be a string, the name of a planner, got 1 : i64}}
func.func private @planner_is_a_number() attributes {tile.planner = 1}

// -----

builtin.module attributes {tile.machine = "ascend950"} {
  // expected-error@+1 {{attribute 'tile.machine' should be a string, the name of a machine or a TOML file, got 950 : i64}}
  func.func private @machine_is_a_number() attributes {tile.machine = 950}
}

// -----

func.func @machine_of_a_loop(%n: index) {
  // expected-error@+1 {{attribute 'tile.machine' belongs on func.func or builtin.module}}
  scf.for %i = %n to %n step %n {
  } {tile.machine = "ascend950"}
  func.return
}

// -----

func.func @stages(%n: index) {
  scf.for %i = %n to %n step %n {
  } {tile.pipeline_stages = 1 : i64}
  // expected-error@+1 {{attribute 'tile.pipeline_stages' should be a positive i64, got 0 : i64}}
  scf.for %i = %n to %n step %n {
  } {tile.pipeline_stages = 0 : i64}
  func.return
}

// -----

func.func @overlap_stores(%n: index) {
  scf.for %i = %n to %n step %n {
  } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
  // expected-error@+1 {{attribute 'tile.overlap_stores' should be true or false, got 1 : i64}}
  scf.for %i = %n to %n step %n {
  } {tile.overlap_stores = 1}
  func.return
}

// -----

func.func @double_buffer_c(%n: index) {
  // expected-error@+1 {{attribute 'tile.double_buffer_c' should be true or false, got "yes"}}
  scf.for %i = %n to %n step %n {
  } {tile.double_buffer_c = "yes"}
  func.return
}

// -----

func.func @double_buffer_c_alone(%n: index) {
  // expected-error@+1 {{attribute 'tile.double_buffer_c' says how a loop is pipelined: it needs 'tile.pipeline_stages'}}
  scf.for %i = %n to %n step %n {
  } {tile.double_buffer_c = true}
  func.return
}

// -----

// expected-error@+1 {{attribute 'tile.pipeline_stages' belongs on scf.for}}
func.func private @stages_of_a_function() attributes {tile.pipeline_stages = 2 : i64}

// -----

func.func private @abi() attributes {tile.abi = #tile.abi<[in 0 : tensor<4xf32>] -> [out 1 : tensor<4xf32>]>}
// expected-error@+1 {{attribute 'tile.abi' should be #tile.abi<[...] -> [...]>, got "c"}}
func.func private @abi_is_a_string() attributes {tile.abi = "c"}

// -----

// expected-error@+1 {{argument 0 keeps its position and is no 'out' nor 'scratch', got #tile.parameter<out 0 : tensor<4xf32>>}}
func.func private @abi_argument() attributes {tile.abi = #tile.abi<[out 0 : tensor<4xf32>] -> []>}

// -----

// expected-error@+1 {{a result is one of the arguments or an 'out' after them, got #tile.parameter<out 0 : tensor<4xf32>>}}
func.func private @abi_result() attributes {tile.abi = #tile.abi<[in 0 : tensor<4xf32>] -> [out 0 : tensor<4xf32>]>}
