// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" --verify-diagnostics
// not run: @opaque has no body

// An output that exceeds L0C and has no place to go sub-tile by sub-tile stays as it is: PH-AT-006 says what is too small and why.

// case 26: the result is not used.
func.func @case_26(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  // expected-hint@+1 {{PH-AT-006}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  func.return %out : tensor<512x512xf32>
}

// case 27: another tile is stored between the matmul and its store.
func.func @case_27(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<512x512xf32>, %other: !tile.tile<16x16xf32, vec>) -> tensor<512x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  // expected-hint@+1 {{'tile.store' stands between it and its tile.store}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  %1 = tile.store %other into %out[0, 0] : !tile.tile<16x16xf32, vec> into tensor<512x512xf32>
  %0 = tile.store %c into %1[0, 0] : !tile.tile<512x512xf32, acc> into tensor<512x512xf32>
  func.return %0 : tensor<512x512xf32>
}

// In a branch too.
func.func @store_in_branch(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<512x512xf32>, %other: !tile.tile<16x16xf32, vec>, %p: i1) -> tensor<512x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  // expected-hint@+1 {{'tile.store' stands between it and its tile.store}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  %0 = scf.if %p -> (tensor<512x512xf32>) {
    %1 = tile.store %other into %out[0, 0] : !tile.tile<16x16xf32, vec> into tensor<512x512xf32>
    scf.yield %1 : tensor<512x512xf32>
  } else {
    scf.yield %out : tensor<512x512xf32>
  }
  %2 = tile.store %c into %0[0, 0] : !tile.tile<512x512xf32, acc> into tensor<512x512xf32>
  func.return %2 : tensor<512x512xf32>
}

// A push, and a call, are barriers too.
func.func @push(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<512x512xf32>, %other: !tile.tile<16x16xf32, acc>) -> tensor<512x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  // expected-hint@+1 {{'tile.push' stands between}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  tile.push %other to vector pipe 0 : !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<512x512xf32, acc> into tensor<512x512xf32>
  func.return %0 : tensor<512x512xf32>
}

// 
func.func private @opaque()
func.func @call(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  // expected-hint@+1 {{'func.call' stands between}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  func.call @opaque() : () -> ()
  %0 = tile.store %c into %out[0, 0] : !tile.tile<512x512xf32, acc> into tensor<512x512xf32>
  func.return %0 : tensor<512x512xf32>
}

// The result has a second use.
func.func @two_uses(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  // expected-hint@+1 {{must go to exactly one tile.store}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  %v = tile.cast %c rint : !tile.tile<512x512xf32, acc> to !tile.tile<512x512xbf16, vec>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<512x512xf32, acc> into tensor<512x512xf32>
  func.return %0 : tensor<512x512xf32>
}

// A partition cannot be cut along with the tile.
func.func @sizes(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  // expected-hint@+1 {{has explicit sizes}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  %0 = tile.store %c into %out[0, 0] sizes [512, 512] : !tile.tile<512x512xf32, acc> into tensor<512x512xf32>
  func.return %0 : tensor<512x512xf32>
}

// scope row 13: A Vec left operand.
func.func @vec_left(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, vec>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  // expected-hint@+1 {{its left operand is in vec}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, vec>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<512x512xf32, acc> into tensor<512x512xf32>
  func.return %0 : tensor<512x512xf32>
}

// scope row 13, case 80: the accumulator is the caller's.
func.func @case_80(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %seed_l: !tile.tile<512x16xf32, left>, %seed_r: !tile.tile<16x512xf32, right>, %out: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<512x16xf32, left>, !tile.tile<16x512xf32, right> -> !tile.tile<512x512xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  // expected-hint@+1 {{output 512x512xf32 takes 1048576 bytes, which exceeds L0C (262144)}}
  %c = tile.matmul_acc %acc, %lhs, %rhs : !tile.tile<512x512xf32, acc>, !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<512x512xf32, acc> into tensor<512x512xf32>
  func.return %0 : tensor<512x512xf32>
}

// case 80b: with a predicate likewise.
func.func @case_80b(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %seed_l: !tile.tile<512x16xf32, left>, %seed_r: !tile.tile<16x512xf32, right>, %out: tensor<512x512xf32>, %first_k: i1) -> tensor<512x512xf32> {
  %acc = tile.matmul %seed_l, %seed_r : !tile.tile<512x16xf32, left>, !tile.tile<16x512xf32, right> -> !tile.tile<512x512xf32, acc>
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  // expected-hint@+1 {{its accumulator is the caller's}}
  %c = tile.matmul_acc %acc, %lhs, %rhs init %first_k : !tile.tile<512x512xf32, acc>, !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<512x512xf32, acc> into tensor<512x512xf32>
  func.return %0 : tensor<512x512xf32>
}
