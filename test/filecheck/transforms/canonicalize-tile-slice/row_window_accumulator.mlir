// RUN: tile-opt %s -p canonicalize-tile-slice --verify-diagnostics --split-input-file

// fault C3: a matmul into rows 16 to 31 of a 64-row accumulator, which lies column block by column block: by way of a
// narrower view, or of a loop, the verifier does not see it.
func.func @fault_C3_view(%acc: !tile.tile<64x16xf32, acc>, %a: !tile.tile<16x32xbf16, left>, %b: !tile.tile<32x16xbf16, right>) {
  %s = tile.slice %acc[16, 0] : !tile.tile<64x16xf32, acc> to !tile.tile<16x16xf32, acc>
  %n = tile.set_validshape %s[16, 16] : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xf32, acc>
  // expected-error@+1 {{'tile.matmul_acc' op accumulates into 16 rows of the wider !tile.tile<64x16xf32, acc>, whose pitch the cube does not know; multiply into a tile of its own and tile.assemble it}}
  %c = tile.matmul_acc %n, %a, %b : !tile.tile<16x16xf32, acc>, !tile.tile<16x32xbf16, left>, !tile.tile<32x16xbf16, right>
  func.return
}

// -----

func.func @fault_C3_loop(%acc: !tile.tile<64x16xf32, acc>, %a: !tile.tile<16x32xbf16, left>, %b: !tile.tile<32x16xbf16, right>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = tile.slice %acc[16, 0] : !tile.tile<64x16xf32, acc> to !tile.tile<16x16xf32, acc>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %s) -> (!tile.tile<16x16xf32, acc>) {
    // expected-error@+1 {{accumulates into 16 rows of the wider}}
    %c = tile.matmul_acc %t, %a, %b : !tile.tile<16x16xf32, acc>, !tile.tile<16x32xbf16, left>, !tile.tile<32x16xbf16, right>
    scf.yield %c : !tile.tile<16x16xf32, acc>
  }
  func.return
}

// -----

// A window of all the rows is contiguous.
func.func @columns(%acc: !tile.tile<16x64xf32, acc>, %a: !tile.tile<16x32xbf16, left>, %b: !tile.tile<32x16xbf16, right>) {
  %s = tile.slice %acc[0, 16] : !tile.tile<16x64xf32, acc> to !tile.tile<16x16xf32, acc>
  %c = tile.matmul_acc %s, %a, %b : !tile.tile<16x16xf32, acc>, !tile.tile<16x32xbf16, left>, !tile.tile<32x16xbf16, right>
  func.return
}
