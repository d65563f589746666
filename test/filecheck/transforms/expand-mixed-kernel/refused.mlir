// RUN: tile-opt %s -p expand-mixed-kernel --verify-diagnostics --split-input-file

// What only some run can know, or order, can't be split.

func.func @dynamic(%x: tensor<16x16xf32>, %n: index, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] valid [%n, 16] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat, valid = ?x16>
  // expected-error@+1 {{'tile.move' op moves !tile.tile<16x16xf32, vec, valid = ?x16> between cores: the receiver has to know what of it is valid}}
  %v = tile.move %a : !tile.tile<16x16xf32, mat, valid = ?x16> to !tile.tile<16x16xf32, vec, valid = ?x16>
  %0 = tile.store %v into %out[0, 0] : !tile.tile<16x16xf32, vec, valid = ?x16> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// -----

func.func @shared_tensor(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error@+1 {{'tile.load' op loads from a tensor on the cube core that the vector core stores into, so that the function can't be split between the cores; hand the data over by a tile.move}}
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %w = tile.move %a : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, vec>
  %0 = tile.store %w into %x[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// -----

// Without a move between the cores the function stays whole.
func.func @through_memory(%x: tensor<16x16xf32>, %tmp: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
  %l = tile.move %a : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
  %r = tile.move %a : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, right>
  %c = tile.matmul %l, %r : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
  // expected-hint@+1 {{PH-MK-001}}
  %0 = tile.store %c into %tmp[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  %v = tile.load %0[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
  %1 = tile.store %v into %out[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %1 : tensor<16x16xf32>
}

// -----

func.func @mat_outlives(%x: tensor<16x16xf32>, %p: i1, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %m = scf.if %p -> (!tile.tile<16x16xf32, mat>) {
    %v = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
    // expected-error@+1 {{'tile.pop' op pops !tile.tile<16x16xf32, mat>, which its block hands on: its slot can't be given back; move the tile where it is read}}
    %n = tile.move %v : !tile.tile<16x16xf32, vec> to !tile.tile<16x16xf32, mat>
    scf.yield %n : !tile.tile<16x16xf32, mat>
  } else {
    %n = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
    scf.yield %n : !tile.tile<16x16xf32, mat>
  }
  %l = tile.move %m : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
  %r = tile.move %m : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, right>
  %c = tile.matmul %l, %r : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}
