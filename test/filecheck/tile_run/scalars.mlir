// RUN: tile-run %s --input 20 22 | filecheck %s --check-prefix SUM
// RUN: tile-run %s | filecheck %s --check-prefix SAMPLE
// RUN: tile-run - --input 1 2 < %s | filecheck %s --check-prefix STDIN
// RUN: not tile-run %s --input 20 2147483648 2>&1 | filecheck %s --check-prefix WIDE
// RUN: not tile-run %s --input 20 x 2>&1 | filecheck %s --check-prefix WORD
// RUN: not tile-run %s --input 20 2>&1 | filecheck %s --check-prefix FEW

func.func @sum(%a: i32 {tile.sample = 5 : i32}, %b: i32) -> (i32, f32) {
  %c = arith.addi %a, %b : i32
  %d = arith.sitofp %c : i32 to f32
  func.return %c, %d : i32, f32
}

// SUM:        output 0: 42 : i32
// SUM-NEXT:   output 1: 42.0 : f32
// SAMPLE:     output 0: 6 : i32
// STDIN:      output 0: 3 : i32
// WIDE:  scalars.mlir:8:1: error: 'func.func' op argument 1 does not fit: 2147483648 is no i32
// WORD:  tile-run: error: --input takes .npy files and numbers, got 'x'
// FEW:   tile-run: error: 'sum' takes 2 arguments, --input gives 1
