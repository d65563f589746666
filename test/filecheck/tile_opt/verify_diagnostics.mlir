// RUN: tile-opt --verify-diagnostics --split-input-file %s

// expected-error@+1 {{attribute i64 expected}}
%0 = "arith.constant"() {value = 1 : i32} : () -> i64

// -----

%c = arith.constant 0 : index
// expected-error@below {{'scf.for' op step must be positive, but is 0}}
scf.for %i = %c to %c step %c {
}

// -----

"func.func"() <{sym_name = "f"}> ({}) : () -> () // expected-error {{function_type}}
