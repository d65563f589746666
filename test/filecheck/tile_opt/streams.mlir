// What reads what, and what goes where.

// RUN: tile-opt - < %s | filecheck %s
// RUN: tile-opt < %s | filecheck %s
// RUN: tile-opt %s -o %t.mlir
// RUN: cp %s %t.txt
// RUN: tile-opt %t.txt | filecheck %s
// RUN: filecheck %s < %t.mlir
// CHECK: func.func @f
func.func @f(%a: i32) -> i32 {
  %b = arith.addi %a, %a : i32
  %c = arith.addi %a, %a : i32
  %d = arith.muli %b, %c : i32
  func.return %d : i32
}

// An error in standard input is placed in <stdin>.
// RUN: echo 'test.nothing' | not tile-opt 2>&1 | filecheck %s --check-prefix STDIN
// STDIN: <stdin>:1:1: error: operation 'test.nothing' is not registered

// Nothing, and nothing but comments, is an empty module.
// RUN: echo -n | tile-opt | filecheck %s --check-prefix EMPTY
// RUN: echo '// hello' | tile-opt - | filecheck %s --check-prefix EMPTY
// EMPTY: builtin.module {
// EMPTY-NEXT: }

// Dumps and times go to stderr, so that stdout is still a module.
// RUN: tile-opt %s -p cse,canonicalize --time-passes --print-between-passes 2> %t.err | tile-opt | filecheck %s
// RUN: filecheck %s --check-prefix STDERR < %t.err
// STDERR: // IR after cse:
// STDERR: // IR after canonicalize:
// STDERR: {{[0-9.]+}} s {{[0-9. ]+}}%  cse
// STDERR: {{[0-9.]+}} s {{[0-9. ]+}}%  canonicalize
// STDERR: {{[0-9.]+}} s {{[0-9. ]+}}%  (verification)

// The same bytes whatever the seed of Python's hashes.
// RUN: env PYTHONHASHSEED=1 tile-opt %s -p cse > %t.1
// RUN: env PYTHONHASHSEED=2 tile-opt %s -p cse > %t.2
// RUN: diff %t.1 %t.2
