// What does not verify: one diagnostic, at the op that is wrong, and no dump of the module.

// RUN: tile-opt --verify-diagnostics --split-input-file %s

func.func @operation() {
  // expected-error@+1 {{'arith.constant' op attribute i64 expected from variable 'T', but got i32}}
  %0 = "arith.constant"() {value = 1 : i32} : () -> i64
  func.return
}

// -----

func.func @result() -> i32 {
  // expected-error@+1 {{'func.return' op Expected arguments to have the same types as the function output types}}
  func.return
}

// -----

// The block has no terminator: the error is at the op that holds it.
// expected-error@+1 {{'scf.for' op}}
"scf.for"(%0, %1, %1) ({
^bb0(%i: index):
}) : (index, index, index) -> ()
%0 = arith.constant 0 : index
%1 = arith.constant 1 : index

// -----

func.func @zero_step(%n: index) {
  %zero = arith.constant 0 : index
  // expected-error@+1 {{'scf.for' op step must be positive, but is 0}}
  scf.for %i = %zero to %n step %zero {
  }
  func.return
}

// -----

func.func @negative_step(%n: index) {
  %zero = arith.constant 0 : index
  %down = arith.constant -1 : index
  // expected-error@+1 {{'scf.for' op step must be positive, but is -1}}
  scf.for %i = %n to %zero step %down {
  }
  func.return
}

// -----

func.func @smallest_step(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
  }
  func.return
}
