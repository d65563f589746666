// RUN: not tile-run %s --function huge --output %t.out 2>&1 | filecheck %s --check-prefix HUGE
// RUN: not tile-run %s --function steps --input 0 --output %t.out 2>&1 | filecheck %s --check-prefix STEP
// RUN: not tile-run %s --function unwritten --output %t.out 2>&1 | filecheck %s --check-prefix UNWRITTEN
// RUN: not tile-run %s --function overflow --output %t.out 2>&1 | filecheck %s --check-prefix OVERFLOW
// RUN: tile-run %s --function overflow --machine ascend950 | filecheck %s --check-prefix LARGER
// RUN: tile-run %s --function overflow --machine none | filecheck %s --check-prefix LARGER
// RUN: not tile-run %s --function outside --input -8 --output %t.out 2>&1 | filecheck %s --check-prefix OUTSIDE
// RUN: not tile-run %s --function divide --input 0 --output %t.out 2>&1 | filecheck %s --check-prefix DIVIDE
// RUN: not ls %t.out
// RUN: grep -v RUN %s | head -c 700 > %t.truncated.mlir
// RUN: not tile-run %t.truncated.mlir 2>&1 | filecheck %s --check-prefix TRUNCATED

// HUGE:  bad_programs.mlir:[[# @LINE + 2]]:3: error: 'tensor.empty' op a tensor of 1048576x1048576xf32 has 1099511627776 elements
func.func @huge() -> tensor<1048576x1048576xf32> {
  %t = tensor.empty() : tensor<1048576x1048576xf32>
  func.return %t : tensor<1048576x1048576xf32>
}

// STEP:  bad_programs.mlir:[[# @LINE + 4]]:3: error: 'scf.for' op step must be positive, but is 0
func.func @steps(%step: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %step {
    scf.yield
  }
  func.return
}

// UNWRITTEN:  bad_programs.mlir:[[# @LINE + 4]]:3: error: 'tile.matmul_acc' op accumulates into elements that were never written
!acc = !tile.tile<16x16xf32, acc>
func.func @unwritten(%a: !tile.tile<16x16xbf16, left>, %b: !tile.tile<16x16xbf16, right>) -> !acc {
  %seed = tile.create : !acc
  %c = tile.matmul_acc %seed, %a, %b : !acc, !tile.tile<16x16xbf16, left>, !tile.tile<16x16xbf16, right>
  func.return %c : !acc
}

// OVERFLOW:  bad_programs.mlir:[[# @LINE + 4]]:3: error: 'tile.matmul' op !tile.tile<256x192xf32, acc> needs 196608 bytes, the acc of ascend910b has 131072
// LARGER:      output 0: 256x192xf32
!large = !tile.tile<256x192xf32, acc>
func.func @overflow(%a: !tile.tile<256x64xbf16, left>, %b: !tile.tile<64x192xbf16, right>) -> !large {
  %c = tile.matmul %a, %b : !tile.tile<256x64xbf16, left>, !tile.tile<64x192xbf16, right> -> !large
  func.return %c : !large
}

// OUTSIDE:  bad_programs.mlir:[[# @LINE + 3]]:3: error: 'tile.load' op offset -8 out of [0, 16]: 16 elements of 32
func.func @outside(%i: index) -> !tile.tile<16x16xf32, vec> {
  %x = arith.constant dense<1.0> : tensor<32x16xf32>
  %t = tile.load %x[%i, 0] : tensor<32x16xf32> to !tile.tile<16x16xf32, vec>
  func.return %t : !tile.tile<16x16xf32, vec>
}

// DIVIDE:  bad_programs.mlir:[[# @LINE + 2]]:3: error: 'arith.remsi' op division by zero
func.func @divide(%n: i32) -> i32 {
  %r = arith.remsi %n, %n : i32
  func.return %r : i32
}

// TRUNCATED: truncated.mlir:{{[0-9]+}}:{{[0-9]+}}: error:
