// RUN: tile-opt %s > %t.before
// RUN: tile-opt %s -p "auto-tile-matmul-l0{planner=pypto}" 2>&1 | diff - %t.before

// Nothing changes here, and no hint is given.

// scope row 8, case 9: L0B is fed from L1, so a right operand in Vec is not ours to tile.
func.func @case_9(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, vec>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, vec> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// scope row 8, case 76
func.func @case_76(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %seed_l: !tile.tile<16x16xbf16, left>, %seed_r: !tile.tile<16x64xbf16, right>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<16x16xbf16, left>, !tile.tile<16x64xbf16, right> -> !tile.tile<16x64xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, vec>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, vec>
  %c = tile.matmul_acc %acc, %lhs, %rhs : !tile.tile<16x64xf32, acc>, !tile.tile<16x2048xbf16, vec>, !tile.tile<2048x64xbf16, vec>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// case 77
func.func @case_77(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, vec>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, vec>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x2048xbf16, vec>, !tile.tile<2048x64xbf16, vec> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// scope row 16, case 84: only in-core functions.
func.func @case_84(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> attributes {tile.kind = #tile<kind opaque>} {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// 
func.func @orchestration(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> attributes {tile.kind = #tile<kind orchestration>} {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// case 63: without a machine there are no capacities to decide by.
func.func @case_63(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> attributes {tile.kind = #tile<kind in_core>, tile.machine = "none"} {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}
