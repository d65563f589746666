// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto allow_padding=true}" --verify-diagnostics

// With allow_padding the chooser pads extents below its minimum and says so.

// 
func.func @m_of_8(%a: tensor<8x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<8x2048xbf16> to !tile.tile<8x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  // expected-hint@+1 {{[PH-AT-008]}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<8x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<8x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<8x64xf32, acc> into tensor<8x64xf32>
  func.return %0 : tensor<8x64xf32>
}
