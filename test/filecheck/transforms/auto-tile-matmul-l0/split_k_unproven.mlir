// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --verify-diagnostics
// not run: where the first step accumulates, it reads what was never written

// A chain that may overwrite its accumulator elsewhere than in its first step is left as it is.

// case 108: an opaque flag.
func.func @case_108(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>, %flag: i1) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: what overwrites its accumulator is not provably the first step of its loop alone: compare the induction variable with the lower bound}}
    %next = tile.matmul_acc %acc, %a, %b init %flag : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// The branch tests another iteration than the first.
func.func @second_step(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %st : index
    %next = scf.if %first -> (!tile.tile<16x1152xi32, acc>) {
      %p = tile.matmul %a, %b : !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat> -> !tile.tile<16x1152xi32, acc>
      scf.yield %p : !tile.tile<16x1152xi32, acc>
    } else {
      // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: what overwrites its accumulator is not provably the first step of its loop alone: compare the induction variable with the lower bound}}
      %q = tile.matmul_acc %acc, %a, %b : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
      scf.yield %q : !tile.tile<16x1152xi32, acc>
    }
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// The arms are swapped, the condition is not: every step but the first starts afresh.
func.func @wrong_arms(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = scf.if %first -> (!tile.tile<16x1152xi32, acc>) {
      // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: what overwrites its accumulator is not provably the first step of its loop alone: compare the induction variable with the lower bound}}
      %q = tile.matmul_acc %acc, %a, %b : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
      scf.yield %q : !tile.tile<16x1152xi32, acc>
    } else {
      %p = tile.matmul %a, %b : !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat> -> !tile.tile<16x1152xi32, acc>
      scf.yield %p : !tile.tile<16x1152xi32, acc>
    }
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// The accumulate overwrites in every step but the first.
func.func @not_first(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi ne, %i, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: what overwrites its accumulator is not provably the first step of its loop alone: compare the induction variable with the lower bound}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// The loop starts at 128, where nothing is zero.
func.func @never_zero(%x: tensor<16x1152xi8>, %w: tensor<1152x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %lb = arith.constant 128 : index
  %ub = arith.constant 1152 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %lb to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1152xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1152x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: what overwrites its accumulator is not provably the first step of its loop alone: compare the induction variable with the lower bound}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// The index of a loop around it.
func.func @outer_index(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>, %outer: index) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %outer, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: what overwrites its accumulator is not provably the first step of its loop alone: compare the induction variable with the lower bound}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// A factor of zero makes every step the first.
func.func @factor_zero(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %z = arith.muli %i, %c0 : index
    %first = arith.cmpi eq, %z, %c0 : index
    // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_acc' op output 16x1152xi32 takes 147456 bytes, which exceeds L0C (131072), and cannot be tiled to 16x768: what overwrites its accumulator is not provably the first step of its loop alone: compare the induction variable with the lower bound}}
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}
