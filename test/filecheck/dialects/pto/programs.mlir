// RUN: tile-opt --split-input-file --verify-diagnostics %s

// What must hold of a program as a whole.

// expected-error@+1 {{has pto.target_arch = "a7", which is no architecture; known: a3, a2a3, a5}}
builtin.module attributes {pto.target_arch = "a7"} {
  func.func @f() {
    pto.trap
    func.return
  }
}

// -----

// expected-error@+1 {{is an entry, which returns nothing}}
func.func @only() -> i64 {
  %b = pto.get_block_idx
  func.return %b : i64
}

// -----

// A function that others call may return values.
func.func @entry() attributes {pto.entry} {
  %b = func.call @helper() : () -> i64
  func.return
}
func.func @helper() -> i64 {
  %b = pto.get_block_idx
  func.return %b : i64
}

// -----

// expected-error@+1 {{is a declaration, which cannot be an entry}}
func.func private @f() attributes {pto.entry}
func.func @g() {
  pto.trap
  func.return
}

// -----

// expected-error@+1 {{is recursive, which a core cannot run: @f -> @g -> @f}}
func.func @f() {
  pto.trap
  func.call @g() : () -> ()
  func.return
}
func.func @g() {
  func.call @f() : () -> ()
  func.return
}

// -----

func.func @mixed(%a: i64) {
  %t = pto.alloc_tile addr = %a : !pto.tile_buf<vec, 16x32xf32>
  // expected-error@+1 {{needs an addr at level3}}
  %u = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>
  func.return
}

// -----

func.func @moved(%a: i64) {
  %t = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>
  // expected-error@+1 {{moves a tile to an address, which only level3 can}}
  %u = pto.tassign %t, %a : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 16x32xf32>
  func.return
}
