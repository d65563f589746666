// RUN: tile-opt --verify-diagnostics --split-input-file %s

// Each rule of push, pop and free: what just passes, then what just does not.

func.func @push_to_vector(%acc: !tile.tile<16x64xf32, acc>, %mat: !tile.tile<16x64xf32, mat>, %vec: !tile.tile<16x64xf32, vec>) {
  tile.push %acc to vector pipe 0 : !tile.tile<16x64xf32, acc>
  tile.push %mat to vector pipe 0 : !tile.tile<16x64xf32, mat>
  // expected-error@+1 {{pushes tiles in acc or mat to the vector core, got !tile.tile<16x64xf32, vec>}}
  tile.push %vec to vector pipe 0 : !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @push_to_cube(%acc: !tile.tile<16x64xf32, acc>, %vec: !tile.tile<16x64xf32, vec>) {
  tile.push %vec to cube pipe 0 : !tile.tile<16x64xf32, vec>
  // expected-error@+1 {{pushes tiles in vec to the cube core, got !tile.tile<16x64xf32, acc>}}
  tile.push %acc to cube pipe 0 : !tile.tile<16x64xf32, acc>
  func.return
}

// -----

func.func @push_pipe(%vec: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{pipes are numbered from 0, got -1}}
  tile.push %vec to cube pipe -1 : !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @push_receiver(%vec: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{Expected `cube`, or `vector`}}
  tile.push %vec to scalar pipe 0 : !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @pop_from_cube() {
  %0 = tile.pop from cube pipe 0 : !tile.tile<16x64xf32, vec>
  // expected-error@+1 {{what the cube core sends lands in vec, got !tile.tile<16x64xf32, mat>}}
  %1 = tile.pop from cube pipe 0 : !tile.tile<16x64xf32, mat>
  func.return
}

// -----

func.func @pop_from_vector() {
  %0 = tile.pop from vector pipe 0 : !tile.tile<16x64xf32, mat>
  // expected-error@+1 {{what the vector core sends lands in mat, got !tile.tile<16x64xf32, left>}}
  %1 = tile.pop from vector pipe 0 : !tile.tile<16x64xf32, left>
  func.return
}

// -----

func.func @pop_pipe() {
  // expected-error@+1 {{pipes are numbered from 0, got -2}}
  %0 = tile.pop from vector pipe -2 : !tile.tile<16x64xf32, mat>
  func.return
}

// -----

func.func @free_of_what_was_not_popped(%vec: !tile.tile<16x64xf32, vec>) {
  // expected-error@+1 {{frees the slot of a tile.pop, got !tile.tile<16x64xf32, vec> from elsewhere}}
  tile.free %vec : !tile.tile<16x64xf32, vec>
  func.return
}

// -----

func.func @free_twice() {
  %0 = tile.pop from cube pipe 0 : !tile.tile<16x64xf32, vec>
  %1 = tile.pop from cube pipe 0 : !tile.tile<16x64xf32, vec>
  tile.free %1 : !tile.tile<16x64xf32, vec>
  // expected-error@+1 {{frees the slot of !tile.tile<16x64xf32, vec> twice}}
  tile.free %0 : !tile.tile<16x64xf32, vec>
  tile.free %0 : !tile.tile<16x64xf32, vec>
  func.return
}
