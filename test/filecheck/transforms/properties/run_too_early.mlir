// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b}" --split-input-file --verify-diagnostics

// A pass that runs before what it needs is there stops at the op that is not ready and names the pass to run first.

// expected-error@+1 {{a tile of rank 3, !tile.tile<4x16x64xbf16, mat>, but pass 'auto-tile-matmul-l0' needs 'tiles-2d'; run 'flatten-tile-nd-to-2d' before it}}
func.func @rank_3(%a: !tile.tile<4x16x64xbf16, mat>, %b: !tile.tile<4x64x32xbf16, mat>) {
  %c = tile.batch_matmul %a, %b
      : !tile.tile<4x16x64xbf16, mat>, !tile.tile<4x64x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc>
  func.return
}

// -----

// What is not in-core is none of its business.
func.func @opaque(%a: !tile.tile<4x16x64xbf16, mat>, %b: !tile.tile<4x64x32xbf16, mat>)
    attributes {tile.kind = #tile<kind opaque>} {
  %c = tile.batch_matmul %a, %b
      : !tile.tile<4x16x64xbf16, mat>, !tile.tile<4x64x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc>
  func.return
}
