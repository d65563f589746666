// RUN: tile-opt %s -p lower-pipeline-loops --split-input-file --verify-diagnostics

func.func @unknown_step(%m: tensor<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-error@+1 {{is a loop of 2 pipeline stages whose step is no constant; make it one}}
  scf.for %i = %c0 to %c64 step %n {
    %b = tile.load %m[%i, 0] : tensor<64x64xf32> to !tile.tile<1x16xf32, vec>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}

// -----

func.func @no_memory_space(%m: tensor<64x64xf32>) {
  // expected-error@+1 {{pass 'lower-pipeline-loops' needs 'memory-spaces'; run 'infer-tile-memory-space' before it}}
  %b = tile.load %m[0, 0] : tensor<64x64xf32> to !tile.tile<1x16xf32>
  func.return
}

// -----

func.func @mixed(%m: tensor<64x64xf32>) {
  %b = tile.load %m[0, 0] : tensor<64x64xf32> to !tile.tile<16x16xf32, vec>
  // expected-error@+1 {{needs 'one-kind-of-core'; run 'expand-mixed-kernel' before it}}
  %c = tile.move %b : !tile.tile<16x16xf32, vec> to !tile.tile<16x16xf32, mat>
  func.return
}
