// RUN: tile-opt --verify-diagnostics --split-input-file %s

// Each rule of create, fill, load and store: what just passes, then what just does not.

func.func @create_scale() {
  %0 = tile.create : !tile.tile<16x16xf32, bias>
  // expected-error@+1 {{cannot create !tile.tile<16x2xf8E4M3FN, left_scale>: scales are moved there}}
  %1 = tile.create : !tile.tile<16x2xf8E4M3FN, left_scale>
  func.return
}

// -----

func.func @create_layout() {
  %0 = tile.create : !tile.tile<16x64xf32, mat, layout = <row, col, 512>>
  // expected-error@+1 {{!tile.tile<16x64xf32, acc, layout = <row, col, 512>> should have the layout <col, row, 1024>}}
  %1 = tile.create : !tile.tile<16x64xf32, acc, layout = <row, col, 512>>
  func.return
}

// -----

func.func @create_valid_shape() {
  %0 = tile.create : !tile.tile<16x64xf32, acc, valid = 0x5>
  // expected-error@+1 {{nothing gives the valid extents of !tile.tile<16x64xf32, acc, valid = ?x64>; make it whole and add a tile.set_validshape}}
  %1 = tile.create : !tile.tile<16x64xf32, acc, valid = ?x64>
  func.return
}

// -----

func.func @fill_valid_shape(%f: f32) {
  %0 = tile.fill %f : f32 to !tile.tile<16x64xf32, vec, valid = 5x0>
  // expected-error@+1 {{nothing gives the valid extents of !tile.tile<16x64xf32, vec, valid = 5x?>}}
  %1 = tile.fill %f : f32 to !tile.tile<16x64xf32, vec, valid = 5x?>
  func.return
}

// -----

func.func @fill_type(%f: f32, %i: i32) {
  %0 = tile.fill %i : i32 to !tile.tile<16x64xi32, mat>
  // expected-error@+1 {{fills !tile.tile<16x64xi32, vec> with a scalar of another type, f32}}
  %1 = tile.fill %f : f32 to !tile.tile<16x64xi32, vec>
  func.return
}

// -----

func.func @fill_space(%f: f32) {
  %0 = tile.fill %f : f32 to !tile.tile<16x64xf32>
  // expected-error@+1 {{fills tiles in mat or vec, got !tile.tile<16x64xf32, acc>}}
  %1 = tile.fill %f : f32 to !tile.tile<16x64xf32, acc>
  func.return
}

// -----

func.func @fill_layout(%f: f32) {
  %0 = tile.fill %f : f32 to !tile.tile<16x64xf32, vec, layout = <col, none, 512>>
  // expected-error@+1 {{should have the layout <row, none, 512> or <col, none, 512> or <col, row, 512> or <row, col, 512>}}
  %1 = tile.fill %f : f32 to !tile.tile<16x64xf32, vec, layout = <col, row, 1024>>
  func.return
}

// -----

func.func @load_rank(%x: tensor<64xf32>) {
  %0 = tile.load %x[0] : tensor<64xf32> to !tile.tile<64xf32, vec>
  // expected-error@+1 {{loads !tile.tile<1x64xf32, vec> from tensor<64xf32>, which has fewer dimensions}}
  %1 = tile.load %x[0] : tensor<64xf32> to !tile.tile<1x64xf32, vec>
  func.return
}

// -----

func.func @load_type(%x: tensor<16x64xf32>) {
  // expected-error@+1 {{loads !tile.tile<16x64xbf16, vec> from tensor<16x64xf32>; add a tile.cast}}
  %0 = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xbf16, vec>
  func.return
}

// -----

func.func @load_into_left(%x: tensor<16x64xf32>) {
  // expected-error@+1 {{cannot load GM into !tile.tile<16x64xf32, left>: load into mat, then extract or move}}
  %0 = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, left>
  func.return
}

// -----

func.func @load_into_bias(%x: tensor<1x64xf32>) {
  // expected-error@+1 {{cannot load GM into !tile.tile<1x64xf32, bias>: load into mat, then extract or move}}
  %0 = tile.load %x[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, bias>
  func.return
}

// -----

func.func @load_layout(%x: tensor<16x64xf32>) {
  %0 = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<2x64xf32, mat, layout = <row, col, 512>>
  // expected-error@+1 {{cannot load GM into !tile.tile<2x64xf32, mat, layout = <row, none, 512>> in that layout; load into !tile.tile<2x64xf32, mat> or !tile.tile<2x64xf32, mat, layout = <row, col, 512>>}}
  %1 = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<2x64xf32, mat, layout = <row, none, 512>>
  func.return
}

// -----

func.func @load_layout_of_a_row(%x: tensor<16x64xf32>) {
  %0 = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  // expected-error@+1 {{load into !tile.tile<1x64xf32, mat, layout = <row, none, 512>>}}
  %1 = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<1x64xf32, mat>
  func.return
}

// -----

func.func @load_layout_in_vec(%x: tensor<16x64xf32>) {
  %0 = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x1xf32, vec>
  // expected-error@+1 {{in that layout; load into !tile.tile<16x64xf32, vec>}}
  %1 = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec, layout = <col, row, 512>>
  func.return
}

// -----

func.func @load_offset_count(%x: tensor<2x16x64xf32>) {
  %0 = tile.load %x[0, 0, 0] : tensor<2x16x64xf32> to !tile.tile<16x64xf32, vec>
  // expected-error@+1 {{needs 3 offsets, one per dimension, got 2}}
  %1 = tile.load %x[0, 0] : tensor<2x16x64xf32> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @load_offset_operands(%x: tensor<16x64xf32>) {
  // expected-error@+1 {{does not match the number of dynamic position markers (1) in the offsets}}
  %0 = "tile.load"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_offsets = array<i64: 0, -9223372036854775808>}> : (tensor<16x64xf32>) -> !tile.tile<16x64xf32, vec>
  func.return
}

// -----

// fault C11: a negative offset is refused, not redirected.
func.func @load_negative_offset(%x: tensor<16x64xf32>) {
  // expected-error@+1 {{offset -8 is negative}}
  %0 = tile.load %x[-8, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @load_window(%x: tensor<20x64xf32>) {
  %0 = tile.load %x[4, 0] : tensor<20x64xf32> to !tile.tile<16x64xf32, vec>
  // expected-error@+1 {{window 16x64 at [5, 0] ends past tensor<20x64xf32>; state the valid sizes, or clamp}}
  %1 = tile.load %x[5, 0] : tensor<20x64xf32> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @load_window_at_unknown_offset(%x: tensor<16x64xf32>, %i: index) {
  %0 = tile.load %x[%i, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  // expected-error@+1 {{window 17x64 at [?, 0] ends past tensor<16x64xf32>}}
  %1 = tile.load %x[%i, 0] : tensor<16x64xf32> to !tile.tile<17x64xf32, vec>
  func.return
}

// -----

func.func @load_window_of_unknown_size(%x: tensor<20x64xf32>, %n: index) {
  %0 = tile.load %x[20, 0] valid [%n, 64] : tensor<20x64xf32> to !tile.tile<16x64xf32, vec, valid = ?x64>
  // expected-error@+1 {{window ?x64 at [21, 0] ends past tensor<20x64xf32>}}
  %1 = tile.load %x[21, 0] valid [%n, 64] : tensor<20x64xf32> to !tile.tile<16x64xf32, vec, valid = ?x64>
  func.return
}

// -----

// The tile may overhang as long as what is read does not.
func.func @load_overhang(%x: tensor<5x64xf32>) {
  %0 = tile.load %x[0, 0] valid [5, 64] : tensor<5x64xf32> to !tile.tile<16x64xf32, mat, valid = 5x64>
  // expected-error@+1 {{window 6x64 at [0, 0] ends past tensor<5x64xf32>}}
  %1 = tile.load %x[0, 0] valid [6, 64] : tensor<5x64xf32> to !tile.tile<16x64xf32, mat, valid = 6x64>
  func.return
}

// -----

func.func @load_leading_dimension(%x: tensor<2x16x64xf32>) {
  %0 = tile.load %x[1, 0, 0] clamp : tensor<2x16x64xf32> to !tile.tile<16x64xf32, vec>
  // expected-error@+1 {{ends past tensor<2x16x64xf32>}}
  %1 = tile.load %x[2, 0, 0] clamp : tensor<2x16x64xf32> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @load_valid_sizes(%x: tensor<32x64xf32>) {
  %0 = tile.load %x[0, 0] valid [16, 0] : tensor<32x64xf32> to !tile.tile<16x64xf32, vec, valid = 16x0>
  // expected-error@+1 {{valid 17x0 does not fit into !tile.tile<16x64xf32, vec>}}
  %1 = tile.load %x[0, 0] valid [17, 0] : tensor<32x64xf32> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @load_valid_size_count(%x: tensor<32x64xf32>) {
  // expected-error@+1 {{needs 2 valid sizes, one per dimension, got 1}}
  %0 = tile.load %x[0, 0] valid [16] : tensor<32x64xf32> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @load_negative_valid_size(%x: tensor<32x64xf32>) {
  // expected-error@+1 {{valid size -1 is negative}}
  %0 = tile.load %x[0, 0] valid [16, -1] : tensor<32x64xf32> to !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @load_valid_shape(%x: tensor<?x64xf32>, %n: index) {
  %0 = tile.load %x[0, 0] valid [%n, 64] : tensor<?x64xf32> to !tile.tile<16x64xf32, vec, valid = 3x64>
  // expected-error@+1 {{result !tile.tile<16x64xf32, vec, valid = ?x63> should be !tile.tile<16x64xf32, vec, valid = ?x64>: the valid shape differs}}
  %1 = tile.load %x[0, 0] valid [%n, 64] : tensor<?x64xf32> to !tile.tile<16x64xf32, vec, valid = ?x63>
  func.return
}

// -----

func.func @load_clamped_valid_shape(%x: tensor<20x64xf32>) {
  %0 = tile.load %x[16, 60] clamp : tensor<20x64xf32> to !tile.tile<16x64xf32, vec, valid = 4x4>
  %1 = tile.load %x[16, 65] clamp : tensor<20x64xf32> to !tile.tile<16x64xf32, vec, valid = 4x0>
  // expected-error@+1 {{should be !tile.tile<16x64xf32, vec, valid = 4x4>: the valid shape differs}}
  %2 = tile.load %x[16, 60] clamp : tensor<20x64xf32> to !tile.tile<16x64xf32, vec, valid = 5x4>
  func.return
}

// -----

func.func @store_rank(%t: !tile.tile<1x64xf32, vec>, %line: tensor<64xf32>, %page: tensor<2x1x64xf32>) {
  %0 = tile.store %t into %page[1, 0, 0] : !tile.tile<1x64xf32, vec> into tensor<2x1x64xf32>
  // expected-error@+1 {{stores !tile.tile<1x64xf32, vec> into tensor<64xf32>, which has fewer dimensions}}
  %1 = tile.store %t into %line[0] : !tile.tile<1x64xf32, vec> into tensor<64xf32>
  func.return
}

// -----

func.func @store_space(%open: !tile.tile<16x64xf32>, %mat: !tile.tile<16x64xf32, mat>, %out: tensor<16x64xf32>) {
  %0 = tile.store %open into %out[0, 0] : !tile.tile<16x64xf32> into tensor<16x64xf32>
  // expected-error@+1 {{stores tiles in vec or acc, got !tile.tile<16x64xf32, mat>; move it to vec}}
  %1 = tile.store %mat into %out[0, 0] : !tile.tile<16x64xf32, mat> into tensor<16x64xf32>
  func.return
}

// -----

func.func @store_narrowing(%acc: !tile.tile<16x64xf32, acc>, %vec: !tile.tile<16x64xf32, vec>, %out: tensor<16x64xbf16>) {
  %0 = tile.store %acc into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xbf16>
  // expected-error@+1 {{cannot store !tile.tile<16x64xf32, vec> into tensor<16x64xbf16>; add a tile.cast}}
  %1 = tile.store %vec into %out[0, 0] : !tile.tile<16x64xf32, vec> into tensor<16x64xbf16>
  func.return
}

// -----

// fault B19: the drain of an accumulator has no unscaled i32 to f32.
func.func @store_integers(%acc: !tile.tile<16x64xi32, acc>, %ints: tensor<16x64xi32>, %floats: tensor<16x64xf32>) {
  %0 = tile.store %acc into %ints[0, 0] : !tile.tile<16x64xi32, acc> into tensor<16x64xi32>
  // expected-error@+1 {{cannot store !tile.tile<16x64xi32, acc> into tensor<16x64xf32>; add a tile.cast}}
  %1 = tile.store %acc into %floats[0, 0] : !tile.tile<16x64xi32, acc> into tensor<16x64xf32>
  func.return
}

// -----

// fault C12: a partition larger than what of the tile is valid.
func.func @store_partition(%t: !tile.tile<64x64xf32, vec, valid = 32x32>, %out: tensor<64x64xf32>, %n: index) {
  %0 = tile.store %t into %out[0, 0] sizes [32, 32] : !tile.tile<64x64xf32, vec, valid = 32x32> into tensor<64x64xf32>
  %1 = tile.store %t into %out[0, 0] sizes [32, %n] : !tile.tile<64x64xf32, vec, valid = 32x32> into tensor<64x64xf32>
  // expected-error@+1 {{partition 64x64 is not the valid rectangle 32x32 of !tile.tile<64x64xf32, vec, valid = 32x32>; store all of it, or narrow it with tile.set_validshape}}
  %2 = tile.store %t into %out[0, 0] sizes [64, 64] : !tile.tile<64x64xf32, vec, valid = 32x32> into tensor<64x64xf32>
  func.return
}

// -----

func.func @store_pages(%t: !tile.tile<16x64xf32, vec>, %out: tensor<4x8x64xf32>) {
  %0 = tile.store %t into %out[2, 0, 0] sizes [2, 8, 64] : !tile.tile<16x64xf32, vec> into tensor<4x8x64xf32>
  // expected-error@+1 {{partition 3x8x64 is not the valid rectangle 16x64}}
  %1 = tile.store %t into %out[0, 0, 0] sizes [3, 8, 64] : !tile.tile<16x64xf32, vec> into tensor<4x8x64xf32>
  func.return
}

// -----

func.func @store_pages_window(%t: !tile.tile<16x64xf32, vec>, %out: tensor<4x8x64xf32>) {
  // expected-error@+1 {{window 2x8x64 at [3, 0, 0] ends past tensor<4x8x64xf32>}}
  %0 = tile.store %t into %out[3, 0, 0] sizes [2, 8, 64] : !tile.tile<16x64xf32, vec> into tensor<4x8x64xf32>
  func.return
}

// -----

func.func @store_window(%t: !tile.tile<16x64xf32, vec, valid = 5x64>, %out: tensor<20x64xf32>) {
  %0 = tile.store %t into %out[15, 0] : !tile.tile<16x64xf32, vec, valid = 5x64> into tensor<20x64xf32>
  // expected-error@+1 {{window 5x64 at [16, 0] ends past tensor<20x64xf32>; narrow the tile with tile.set_validshape}}
  %1 = tile.store %t into %out[16, 0] : !tile.tile<16x64xf32, vec, valid = 5x64> into tensor<20x64xf32>
  func.return
}

// -----

func.func @store_negative_offset(%t: !tile.tile<16x64xf32, vec>, %out: tensor<20x64xf32>) {
  // expected-error@+1 {{offset -1 is negative}}
  %0 = tile.store %t into %out[0, -1] : !tile.tile<16x64xf32, vec> into tensor<20x64xf32>
  func.return
}

// -----

func.func @store_atomic(%a: !tile.tile<16x64xi8, vec>, %b: !tile.tile<16x64xi64, vec>, %bytes: tensor<16x64xi8>, %longs: tensor<16x64xi64>) {
  %0 = tile.store %a into %bytes[0, 0] atomic : !tile.tile<16x64xi8, vec> into tensor<16x64xi8>
  %1 = tile.store %b into %longs[0, 0] : !tile.tile<16x64xi64, vec> into tensor<16x64xi64>
  // expected-error@+1 {{adds atomically to f32, bf16, f16, i32, i16, i8, got tensor<16x64xi64>}}
  %2 = tile.store %b into %longs[0, 0] atomic : !tile.tile<16x64xi64, vec> into tensor<16x64xi64>
  func.return
}

// -----

func.func @store_result(%t: !tile.tile<16x64xf32, vec>, %out: tensor<20x64xf32>) {
  // expected-error@+1 {{tensor<20x64xf32> expected from variable 'T', but got tensor<21x64xf32>}}
  %0 = "tile.store"(%t, %out) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, 0>}> : (!tile.tile<16x64xf32, vec>, tensor<20x64xf32>) -> tensor<21x64xf32>
  func.return
}
