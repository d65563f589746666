// A value is defined before it is used, on every path.

// RUN: tile-opt --verify-diagnostics --split-input-file %s

func.func @straight(%a: i32) -> i32 {
  // expected-error@+1 {{'arith.addi' op operand 0 (%x) is used where its definition has not been reached}}
  %y = arith.addi %x, %a : i32
  %x = arith.addi %a, %a : i32
  func.return %y : i32
}

// -----

func.func @itself(%p: i1, %a: i32) -> i32 {
  %y = scf.if %p -> (i32) {
    // expected-error@+1 {{'scf.yield' op operand 0 (%y) is used where}}
    scf.yield %y : i32
  } else {
    scf.yield %a : i32
  }
  func.return %y : i32
}

// -----

func.func @one_path(%p: i1, %a: i32) -> i32 {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %x = arith.addi %a, %a : i32
  cf.br ^bb2
^bb2:
  // expected-error@+1 {{'func.return' op operand 0 (%x) is used where}}
  func.return %x : i32
}

// -----

func.func @both_paths(%p: i1, %a: i32) -> i32 {
  %x = arith.addi %a, %a : i32
  cf.cond_br %p, ^bb1(%x : i32), ^bb1(%a : i32)
^bb1(%z: i32):
  %y = arith.addi %z, %x : i32
  func.return %y : i32
}

// -----

// The order of what stands in a module means nothing.
%y = arith.addi %x, %x : i32
%x = arith.constant 1 : i32
