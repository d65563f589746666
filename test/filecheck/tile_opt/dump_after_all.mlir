// One numbered file before the first pass and after each.

// RUN: rm -rf %t
// RUN: tile-opt %s -p 'cse,canonicalize' --dump-after-all %t/dumps
// RUN: ls %t/dumps | filecheck %s --check-prefix NAMES
// NAMES:      000-input.mlir
// NAMES-NEXT: 001-cse.mlir
// NAMES-NEXT: 002-canonicalize.mlir
// NAMES-NOT:  {{.}}

// RUN: tile-opt %t/dumps/000-input.mlir | filecheck %s --check-prefix INPUT
// RUN: tile-opt %t/dumps/001-cse.mlir | filecheck %s --check-prefix CSE
// INPUT-COUNT-2: arith.addi
// CSE: arith.addi
// CSE-NOT: arith.addi
func.func @f(%a: i32) -> i32 {
  %b = arith.addi %a, %a : i32
  %c = arith.addi %a, %a : i32
  %d = arith.muli %b, %c : i32
  func.return %d : i32
}
