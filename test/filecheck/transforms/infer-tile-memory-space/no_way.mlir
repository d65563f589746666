// RUN: tile-opt %s -p infer-tile-memory-space --verify-diagnostics --split-input-file

// expected-error@+1 {{'func.func' op parameter 1 is a tile in no memory space, !tile.tile<16x16xf32>: its caller decides where it is; state the space, or pass a tensor and load it}}
func.func @open_parameter(%x: tensor<16x16xf32>, %a: !tile.tile<16x16xf32>) attributes {tile.kind = #tile<kind in_core>} {
  func.return
}

// -----

func.func @accumulator_in_vec(%acc: !tile.tile<16x16xf32, vec>, %a: !tile.tile<16x16xf32, mat>) {
  // expected-error@+1 {{'tile.matmul_acc' op accumulates in !tile.tile<16x16xf32, vec>, which has to be in acc: ascend910b has no way from vec to acc (vec goes to mat); make the tile in acc}}
  %c = tile.matmul_acc %acc, %a, %a : !tile.tile<16x16xf32, vec>, !tile.tile<16x16xf32, mat>, !tile.tile<16x16xf32, mat>
  func.return
}
