// Text that can't be read: one diagnostic, at the place where it goes wrong.

// RUN: tile-opt --verify-diagnostics --split-input-file %s

// expected-error@+1 {{operation 'arith.adi' is not registered; did you mean 'arith.andi' or 'arith.addi'?}}
%0 = arith.adi %a, %b : i32

// -----

// expected-error@+1 {{operation 'nodialect.op' is not registered; --allow-unregistered-dialect lets}}
nodialect.op
"test.op"() : () -> ()

// -----

// expected-error@+1 {{'test.op' has no syntax of its own; write it in generic form}}
test.op
"test.op"() : () -> ()

// -----

func.func @undefined(%a: i32) {
  // expected-error@+1 {{value %b is used but never defined}}
  %c = arith.addi %a, %b : i32
  func.return
}

// -----

func.func @redefined(%a: i32) {
  %b = arith.addi %a, %a : i32
  // expected-error@+1 {{SSA value %b is already defined}}
  %b = arith.addi %a, %a : i32
  func.return
}

// -----

func.func @type(%a: i32) {
  // expected-error@+1 {{operand is used with type i64, but has been previously used or defined with type i32}}
  %b = arith.addi %a, %a : i64
  func.return
}

// -----

// expected-error@+1 {{'arith.constant' has 1 results, but 2 are named}}
%0, %1 = arith.constant 0 : i32

// -----

// expected-error@+1 {{End of file reached before closing string literal.}}
"test.op"() {name = "never closed} : () -> ()

// -----

// expected-error@+1 {{undefined symbol alias '#nowhere'}}
"test.op"() {map = #nowhere} : () -> ()

// -----

// expected-error@+2 {{re-declaration of block 'bb1'; originally declared here:}}
"test.op"() ({ ^bb1:
^bb1:
}) : () -> ()

// -----

// expected-error@+1 {{expected an operation}}
-> 3

// -----

// A negative extent is not a dimension.
// expected-error@+1 {{}}
"test.op"() {type = tensor<-4xf32>} : () -> ()

// -----

// A dense literal takes memory for each element; the type alone does not.
"test.op"() {type = tensor<1048576x1048576xf32>} : () -> ()
// expected-error@+1 {{a literal of 1099511627776 elements}}
%0 = arith.constant dense<0.0> : tensor<1048576x1048576xf32>

// -----

"test.op"() {widest = i16777215} : () -> ()
// expected-error@+1 {{integer bitwidth is limited to 16777215 bits}}
"test.op"() {width = dense<1> : tensor<2xsi16777216>} : () -> ()
