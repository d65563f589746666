// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" --verify-diagnostics

// What the pass declines is left alone and gets a hint with a stable code.

// scope row 15, case 78: 4-bit operands are storage, the cube does not multiply them.
func.func @case_78(%a: tensor<64x512xi4>, %b: tensor<512x64xi4>, %out: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %lhs = tile.load %a[0, 0] : tensor<64x512xi4> to !tile.tile<64x512xi4, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x64xi4> to !tile.tile<512x64xi4, mat>
  // expected-hint@+1 {{[PH-AT-003]}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x512xi4, mat>, !tile.tile<512x64xi4, mat> -> !tile.tile<64x64xi32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xi32, acc> into tensor<64x64xi32>
  func.return %0 : tensor<64x64xi32>
}

// scope row 14: K is not a multiple of the fractal. fault B7: a physical K of 200.
func.func @fault_B7(%a: tensor<64x200xf16>, %b: tensor<200x128xf16>, %out: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x200xf16> to !tile.tile<64x200xf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<200x128xf16> to !tile.tile<200x128xf16, mat>
  // expected-hint@+1 {{[PH-AT-007] 'tile.matmul' op K = 200 is not a multiple of 16: load K = 208 with 200 of it valid}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x200xf16, mat>, !tile.tile<200x128xf16, mat> -> !tile.tile<64x128xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x128xf32, acc> into tensor<64x128xf32>
  func.return %0 : tensor<64x128xf32>
}

// K = 8 is below the minimum, but it is its alignment that is tested first.
func.func @k_of_8(%a: tensor<16x8xbf16>, %b: tensor<8x16xbf16>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x8xbf16> to !tile.tile<16x8xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<8x16xbf16> to !tile.tile<8x16xbf16, mat>
  // expected-hint@+1 {{[PH-AT-007]}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x8xbf16, mat>, !tile.tile<8x16xbf16, mat> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// One-byte operands come in boxes of 32.
func.func @k_of_80_bytes(%a: tensor<16x80xi8>, %b: tensor<80x32xi8>, %out: tensor<16x32xi32>) -> tensor<16x32xi32> {
  %lhs = tile.load %a[0, 0] : tensor<16x80xi8> to !tile.tile<16x80xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<80x32xi8> to !tile.tile<80x32xi8, mat>
  // expected-hint@+1 {{load K = 96 with 80 of it valid}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x80xi8, mat>, !tile.tile<80x32xi8, mat> -> !tile.tile<16x32xi32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x32xi32, acc> into tensor<16x32xi32>
  func.return %0 : tensor<16x32xi32>
}

// M is below the minimum tile: no legal tile.
func.func @m_of_8(%a: tensor<8x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<8x2048xbf16> to !tile.tile<8x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  // expected-hint@+1 {{[PH-AT-005]}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<8x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<8x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<8x64xf32, acc> into tensor<8x64xf32>
  func.return %0 : tensor<8x64xf32>
}
