// RUN: tile-opt --verify-diagnostics --split-input-file %s

// What of the target is valid after tile.assemble: one rectangle from the origin, grown along one axis without a gap.

func.func @gap(%a: !tile.tile<16x64xf32, vec>, %t: !tile.tile<64x64xf32, vec, valid = 16x64>) {
  %0 = tile.assemble %a into %t[16, 0] : !tile.tile<16x64xf32, vec> into !tile.tile<64x64xf32, vec, valid = 16x64> -> !tile.tile<64x64xf32, vec, valid = 32x64>
  // expected-error@+1 {{writing 16x64 at [17, 0] leaves valid 16x64 no rectangle; grow one axis without a gap}}
  %1 = tile.assemble %a into %t[17, 0] : !tile.tile<16x64xf32, vec> into !tile.tile<64x64xf32, vec, valid = 16x64> -> !tile.tile<64x64xf32, vec, valid = 33x64>
  func.return
}

// -----

func.func @narrow_strip(%a: !tile.tile<16x64xf32, vec, valid = 16x63>, %t: !tile.tile<64x64xf32, vec, valid = 16x64>) {
  // expected-error@+1 {{writing 16x63 at [16, 0] leaves valid 16x64 no rectangle}}
  %0 = tile.assemble %a into %t[16, 0] : !tile.tile<16x64xf32, vec, valid = 16x63> into !tile.tile<64x64xf32, vec, valid = 16x64> -> !tile.tile<64x64xf32, vec, valid = 32x64>
  func.return
}

// -----

func.func @corner(%a: !tile.tile<16x16xf32, vec>, %t: !tile.tile<64x64xf32, vec, valid = 16x16>) {
  // expected-error@+1 {{writing 16x16 at [16, 16] leaves valid 16x16 no rectangle}}
  %0 = tile.assemble %a into %t[16, 16] : !tile.tile<16x16xf32, vec> into !tile.tile<64x64xf32, vec, valid = 16x16> -> !tile.tile<64x64xf32, vec, valid = 32x32>
  func.return
}

// -----

func.func @inside(%a: !tile.tile<16x16xf32, vec>, %t: !tile.tile<64x64xf32, vec, valid = 40x40>) {
  %0 = tile.assemble %a into %t[24, 24] : !tile.tile<16x16xf32, vec> into !tile.tile<64x64xf32, vec, valid = 40x40> -> !tile.tile<64x64xf32, vec, valid = 40x40>
  // expected-error@+1 {{result !tile.tile<64x64xf32, vec> should be !tile.tile<64x64xf32, vec, valid = 40x40>: the valid shape differs}}
  %1 = tile.assemble %a into %t[24, 24] : !tile.tile<16x16xf32, vec> into !tile.tile<64x64xf32, vec, valid = 40x40> -> !tile.tile<64x64xf32, vec>
  func.return
}

// -----

func.func @first_write(%a: !tile.tile<16x16xf32, vec>, %t: !tile.tile<64x64xf32, vec, valid = 0x64>) {
  %0 = tile.assemble %a into %t[0, 0] : !tile.tile<16x16xf32, vec> into !tile.tile<64x64xf32, vec, valid = 0x64> -> !tile.tile<64x64xf32, vec, valid = 16x16>
  // expected-error@+1 {{the first write of a tile with nothing valid is at its origin, got [16, 0]}}
  %1 = tile.assemble %a into %t[16, 0] : !tile.tile<16x16xf32, vec> into !tile.tile<64x64xf32, vec, valid = 0x64> -> !tile.tile<64x64xf32, vec, valid = 16x16>
  func.return
}

// -----

func.func @unknown(%a: !tile.tile<16x64xf32, vec>, %t: !tile.tile<64x64xf32, vec, valid = 16x64>, %i: index) {
  %0 = tile.assemble %a into %t[%i, 0] : !tile.tile<16x64xf32, vec> into !tile.tile<64x64xf32, vec, valid = 16x64> -> !tile.tile<64x64xf32, vec, valid = 32x64>
  // expected-error@+1 {{result !tile.tile<64x64xf32, vec, valid = 32x63> should be !tile.tile<64x64xf32, vec, valid = ?x64>: the valid shape differs}}
  %1 = tile.assemble %a into %t[%i, 0] : !tile.tile<16x64xf32, vec> into !tile.tile<64x64xf32, vec, valid = 16x64> -> !tile.tile<64x64xf32, vec, valid = 32x63>
  func.return
}

// -----

// A tile of which nothing may be valid takes the width of its first write, so even a full axis is unknown.
func.func @maybe_first_write(%a: !tile.tile<16x32xf32, vec>, %t: !tile.tile<64x64xf32, vec, valid = ?x64>, %i: index) {
  %0 = tile.assemble %a into %t[%i, 0] : !tile.tile<16x32xf32, vec> into !tile.tile<64x64xf32, vec, valid = ?x64> -> !tile.tile<64x64xf32, vec, valid = 16x32>
  func.return
}

// -----

func.func @fully_valid(%a: !tile.tile<16x64xf32, vec>, %t: !tile.tile<64x64xf32, vec>, %i: index) {
  %0 = tile.assemble %a into %t[%i, 0] : !tile.tile<16x64xf32, vec> into !tile.tile<64x64xf32, vec> -> !tile.tile<64x64xf32, vec>
  // expected-error@+1 {{result !tile.tile<64x64xf32, vec, valid = 63x64> should be !tile.tile<64x64xf32, vec>: the valid shape differs}}
  %1 = tile.assemble %a into %t[%i, 0] : !tile.tile<16x64xf32, vec> into !tile.tile<64x64xf32, vec> -> !tile.tile<64x64xf32, vec, valid = 63x64>
  func.return
}
