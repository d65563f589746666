// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --verify-diagnostics --check-semantics
// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" 2>/dev/null | filecheck %s

// A loop over K that is no canonical chain keeps its output whole, PH-AT-006 names L0C and both sizes, and K is tiled all the same.

// fault A1: an extra reader of the accumulator inside the loop. One K block of 32 fits L0B, two do not.
// CHECK-LABEL: func.func @fault_A1(
// CHECK:         %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:           %next = scf.for %next_l0_ko = %c0_1 to %c64 step %c32 iter_args(%next_l0_c = %acc) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:             %next_l0_b = tile.extract %b[%next_l0_ko, 0] : !tile.tile<64x1152xi8, mat> to !tile.tile<32x1152xi8, right>
// CHECK:             %next_l0_c_acc = tile.matmul_acc %next_l0_c, %next_l0_a, %next_l0_b init %0
// CHECK:         %1 = tile.store %c into %out[0, 0]
func.func @fault_A1(%x: tensor<16x512xi8>, %w: tensor<512x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 512 : index
  %st = arith.constant 64 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x512xi8> to !tile.tile<16x64xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<512x1152xi8> to !tile.tile<64x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x512: 'tile.cast' stands in its loop beside two loads and scalars; move it out of the loop}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x64xi8, mat>, !tile.tile<64x1152xi8, mat>
    %seen = tile.cast %next rint : !tile.tile<16x1152xi32, acc> to !tile.tile<16x1152xf32, vec>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// The same beside a branch: both arms are tiled, and one hint speaks of the loop.
// CHECK-LABEL: func.func @reader_beside_branch(
// CHECK:         %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:           %next = scf.if %first -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:             %p = scf.for %p_l0_ko = %c0_1 to %c64 step %c32 iter_args(%p_l0_c = %p_l0_init) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:               %p_l0_b = tile.extract %b[%p_l0_ko, 0] : !tile.tile<64x1152xi8, mat> to !tile.tile<32x1152xi8, right>
// CHECK:               %p_l0_c_acc = tile.matmul_acc %p_l0_c, %p_l0_a, %p_l0_b init %p_l0_first
// CHECK:           } else {
// CHECK:             %q = scf.for %q_l0_ko = %c0_2 to %c64_1 step %c32_1 iter_args(%q_l0_c = %acc) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:               %q_l0_b = tile.extract %b[%q_l0_ko, 0] : !tile.tile<64x1152xi8, mat> to !tile.tile<32x1152xi8, right>
// CHECK:               %q_l0_c_acc = tile.matmul_acc %q_l0_c, %q_l0_a, %q_l0_b
// CHECK:         %0 = tile.store %c into %out[0, 0]
func.func @reader_beside_branch(%x: tensor<16x512xi8>, %w: tensor<512x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 512 : index
  %st = arith.constant 64 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x512xi8> to !tile.tile<16x64xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<512x1152xi8> to !tile.tile<64x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = scf.if %first -> (!tile.tile<16x1152xi32, acc>) {
      %p = tile.matmul %a, %b : !tile.tile<16x64xi8, mat>, !tile.tile<64x1152xi8, mat> -> !tile.tile<16x1152xi32, acc>
      scf.yield %p : !tile.tile<16x1152xi32, acc>
    } else {
      // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x512: 'tile.cast' stands in its loop}}
      %q = tile.matmul_acc %acc, %a, %b : !tile.tile<16x1152xi32, acc>, !tile.tile<16x64xi8, mat>, !tile.tile<64x1152xi8, mat>
      scf.yield %q : !tile.tile<16x1152xi32, acc>
    }
    %seen = tile.cast %next rint : !tile.tile<16x1152xi32, acc> to !tile.tile<16x1152xf32, vec>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// A push between the loop and its store.
// CHECK-LABEL: func.func @push_after(
// CHECK:         %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:           %next = scf.for %next_l0_ko = %c0_1 to %c128 step %c32 iter_args(%next_l0_c = %acc) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:             %next_l0_b = tile.extract %b[%next_l0_ko, 0] : !tile.tile<128x1152xi8, mat> to !tile.tile<32x1152xi8, right>
// CHECK:             %next_l0_c_acc = tile.matmul_acc %next_l0_c, %next_l0_a, %next_l0_b init %0
// CHECK:         %1 = tile.store %c into %out[0, 0]
func.func @push_after(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>, %other: !tile.tile<16x16xf32, acc>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: 'tile.push' stands between it and its tile.store; move it out of the way}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  tile.push %other to vector pipe 0 : !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// A push between the accumulator and the loop.
// CHECK-LABEL: func.func @push_before(
// CHECK:         %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:           %next = scf.for %next_l0_ko = %c0_1 to %c128 step %c32 iter_args(%next_l0_c = %acc) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:             %next_l0_b = tile.extract %b[%next_l0_ko, 0] : !tile.tile<128x1152xi8, mat> to !tile.tile<32x1152xi8, right>
// CHECK:             %next_l0_c_acc = tile.matmul_acc %next_l0_c, %next_l0_a, %next_l0_b init %0
// CHECK:         %1 = tile.store %c into %out[0, 0]
func.func @push_before(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>, %other: !tile.tile<16x16xf32, acc>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  tile.push %other to vector pipe 0 : !tile.tile<16x16xf32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: 'tile.push' stands between its tile.create and its loop; move it out of the way}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// The accumulator is the caller's.
// CHECK-LABEL: func.func @caller_owned(
// CHECK:         %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:           %next = scf.for %next_l0_ko = %c0_1 to %c128 step %c32 iter_args(%next_l0_c = %acc) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:             %next_l0_b = tile.extract %b[%next_l0_ko, 0] : !tile.tile<128x1152xi8, mat> to !tile.tile<32x1152xi8, right>
// CHECK:             %next_l0_c_acc = tile.matmul_acc %next_l0_c, %next_l0_a, %next_l0_b init %0
// CHECK:         %1 = tile.store %c into %out[0, 0]
func.func @caller_owned(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>, %l0: !tile.tile<16x32xi8, left>, %r0: !tile.tile<32x1152xi8, right>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.matmul %l0, %r0 : !tile.tile<16x32xi8, left>, !tile.tile<32x1152xi8, right> -> !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: its accumulator is the caller's: let a tile.create beside the loop make it, for the loop alone}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// A part that is stored must not change what the next part is computed from.
// CHECK-LABEL: func.func @operand_overwritten(
// CHECK:         %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:           %next = scf.for %next_l0_ko = %c0_1 to %c128 step %c32 iter_args(%next_l0_c = %acc) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:             %next_l0_b = tile.extract %b[%next_l0_ko, 0] : !tile.tile<128x1152xi8, mat> to !tile.tile<32x1152xi8, right>
// CHECK:             %next_l0_c_acc = tile.matmul_acc %next_l0_c, %next_l0_a, %next_l0_b init %0
// CHECK:         %1 = tile.store %c into %out[0, 0]
func.func @operand_overwritten(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>, %v: !tile.tile<16x16xi8, vec>) -> (tensor<16x1152xi32>, tensor<16x1024xi8>) {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %y = tile.store %v into %x[0, 0] : !tile.tile<16x16xi8, vec> into tensor<16x1024xi8>
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: a tensor that its operands are loaded from is stored to; copy it first}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0, %y : tensor<16x1152xi32>, tensor<16x1024xi8>
}

// One operand is loaded before the loop.
// CHECK-LABEL: func.func @hoisted_operand(
// CHECK:         %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:           %next = scf.for %next_l0_ko = %c0_1 to %c128 step %c32 iter_args(%next_l0_c = %acc) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:             %next_l0_b = tile.extract %b[%next_l0_ko, 0] : !tile.tile<128x1152xi8, mat> to !tile.tile<32x1152xi8, right>
// CHECK:             %next_l0_c_acc = tile.matmul_acc %next_l0_c, %next_l0_a, %next_l0_b init %0
// CHECK:         %1 = tile.store %c into %out[0, 0]
func.func @hoisted_operand(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %a = tile.load %x[0, 0] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: its operands must be two loads in its loop}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// A clamped load has extents that only the run knows.
// CHECK-LABEL: func.func @clamped_load(
// CHECK:         %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:           %next = scf.for %next_l0_ko = %c0_1 to %c128 step %c32 iter_args(%next_l0_c = %acc) -> (!tile.tile<16x1152xi32, acc>) {
// CHECK:             %next_l0_b = tile.extract %b[%next_l0_ko, 0] : !tile.tile<128x1152xi8, mat> to !tile.tile<32x1152xi8, right>
// CHECK:             %next_l0_c_acc = tile.matmul_acc %next_l0_c, %next_l0_a, %next_l0_b init %0
// CHECK:         %1 = tile.store %c into %out[0, 0]
func.func @clamped_load(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] clamp : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat, valid = 16x?>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: the extents that its operands are loaded with must be constant and not empty}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat, valid = 16x?>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}
