// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" --split-input-file --verify-diagnostics

// A function tiled under one planner is refused under another.

// expected-error@+1 {{was tiled under planner 'ptoas' but this run is under 'pypto'}}
func.func @f(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> attributes {tile.planner = "ptoas"} {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// -----

// expected-error@+1 {{has the planner 'stacking', which is none of pypto, dsa-rp, ptoas}}
func.func @unknown(%a: tensor<16x64xf32>) attributes {tile.planner = "stacking"} {
  %b = tile.load %a[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, mat>
  func.return
}
