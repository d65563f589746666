// RUN: tile-opt --split-input-file --verify-diagnostics %s

// expected-error@+1 {{valid extent 33 does not fit into 32}}
func.func private @valid(!pto.tile_buf<vec, 16x32xf32, valid=16x33>)

// -----

// expected-error@+1 {{'vaild' is not one of the fields left}}
func.func private @field(!pto.tile_buf<vec, 16x32xf32, vaild=16x32>)

// -----

// expected-error@+1 {{a tile is in a memory of a core, not in gm}}
func.func private @gm(!pto.tile_buf<gm, 16x32xf32>)

// -----

// expected-error@+1 {{expected a number from 0 to 3, got 4}}
func.func private @pad(!pto.tile_buf<vec, 16x32xf32, pad=4>)

// -----

func.func @types(%a: !pto.tile_buf<vec, 16x32xf32>) {
  // expected-error@+1 {{1 types for 2 operands}}
  pto.tmov ins(%a, %a : !pto.tile_buf<vec, 16x32xf32>) outs(%a : !pto.tile_buf<vec, 16x32xf32>)
  func.return
}

// -----

func.func @word() {
  // expected-error@+1 {{expected an attribute #pto.pipe<...>, got #pto.event<EVENT_ID0>}}
  pto.barrier #pto.event<EVENT_ID0>
  func.return
}

// -----

func.func @dotted(%a: !pto.tile_buf<vec, 16x32xf32>) {
  // expected-error@+1 {{Expected `NONE`}}
  pto.tcvt ins(%a {rmode = #pto.round_mode<RINT>} : !pto.tile_buf<vec, 16x32xf32>) outs(%a : !pto.tile_buf<vec, 16x32xf32>)
  func.return
}
