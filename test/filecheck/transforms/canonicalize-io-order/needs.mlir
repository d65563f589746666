// RUN: tile-opt %s -p canonicalize-io-order --verify-diagnostics

func.func @f(%m: tensor<64x64xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{is a loop of 2 pipeline stages, but pass 'canonicalize-io-order' needs 'stages-replicated'; run 'lower-pipeline-loops' before it}}
  scf.for %i = %c1 to %n step %c1 {
    %b = tile.load %m[%i, 0] : tensor<64x64xf32> to !tile.tile<1x16xf32, vec>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}
