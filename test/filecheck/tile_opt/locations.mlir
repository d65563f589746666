// RUN: tile-opt --print-debuginfo %s | filecheck %s
// RUN: tile-opt %s | filecheck %s --check-prefix PLAIN

// CHECK:      %b = arith.addi %a, %a : i32 loc("{{.*}}locations.mlir":[[# @LINE + 6]]:3)
// CHECK-NEXT: %c = arith.addi %b, %a : i32 loc("elsewhere.py":3:4)
// PLAIN:      %b = arith.addi %a, %a : i32
// PLAIN-NEXT: %c = arith.addi %b, %a : i32
// PLAIN-NEXT: func.return
func.func @f(%a: i32) {
  %b = arith.addi %a, %a : i32
  %c = arith.addi %b, %a : i32 loc("elsewhere.py":3:4)
  func.return
}
