// RUN: tile-run %s --function first | filecheck %s --check-prefix FIRST
// RUN: not tile-run %s 2>&1 | filecheck %s --check-prefix WHICH
// RUN: not tile-run %s --function fist 2>&1 | filecheck %s --check-prefix MEANT
// RUN: not tile-run %s --function outside 2>&1 | filecheck %s --check-prefix BODY
// RUN: not tile-run %s --function first --output %t.npy 2>&1 | filecheck %s --check-prefix OUTPUTS
// RUN: not tile-run %s --function first --expect %t.npy 2>&1 | filecheck %s --check-prefix OUTPUTS-EXPECTED
// RUN: sed 's/@second/@main/' %s > %t.main.mlir
// RUN: tile-run %t.main.mlir | filecheck %s --check-prefix MAIN
// RUN: echo 'builtin.module {}' > %t.empty.mlir
// RUN: not tile-run %t.empty.mlir 2>&1 | filecheck %s --check-prefix EMPTY

func.func private @outside()

func.func @first() -> (index, index) {
  %c = arith.constant 1 : index
  func.return %c, %c : index, index
}

func.func @second() -> index {
  %c = arith.constant 2 : index
  func.return %c : index
}

// FIRST:    first: {{.*}} s
// WHICH:    tile-run: error: '{{.*}}functions.mlir' has 2 functions; choose one with --function: first, second
// MEANT:    tile-run: error: '{{.*}}functions.mlir' has no function 'fist' with a body; did you mean 'first'?
// BODY:     tile-run: error: '{{.*}}functions.mlir' has no function 'outside' with a body
// OUTPUTS:  tile-run: error: --output names 1 files, the function gives 2 arrays; or name a directory
// OUTPUTS-EXPECTED: tile-run: error: --expect names 1 files, the function gives 2 arrays
// MAIN:     main: {{.*}} s
// MAIN-NEXT:  output 0: 2 : index
// EMPTY:    tile-run: error: '{{.*}}empty.mlir' has no function to run
