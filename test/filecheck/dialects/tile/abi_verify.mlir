// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{argument 0 keeps its position and is no 'out' nor 'scratch', got #tile.parameter<in 1 : index>}}
func.func private @moved() attributes {tile.abi = #tile.abi<[in 1 : index] -> []>}

// -----

// expected-error@+1 {{argument 0 keeps its position and is no 'out' nor 'scratch', got #tile.parameter<out 0 : f32>}}
func.func private @out_argument() attributes {tile.abi = #tile.abi<[out 0 : f32] -> []>}

// -----

// expected-error@+1 {{a result is one of the arguments or an 'out' after them, got #tile.parameter<inout 1 : f32>}}
func.func private @no_argument() attributes {tile.abi = #tile.abi<[in 0 : f32] -> [inout 1 : f32]>}

// -----

// expected-error@+1 {{a result is one of the arguments or an 'out' after them, got #tile.parameter<out 0 : f32>}}
func.func private @not_after() attributes {tile.abi = #tile.abi<[in 0 : f32] -> [out 0 : f32]>}
