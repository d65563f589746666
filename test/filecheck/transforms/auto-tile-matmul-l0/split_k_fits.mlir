// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --check-semantics | filecheck %s

// A chain whose accumulator fits L0C keeps its form: cutting it would load its operands again. Its calls are tiled over K.

// case 98: peeled.
// CHECK-LABEL: func.func @case_98(
// CHECK:           %init = tile.create : !tile.tile<16x256xi32, acc>
// CHECK-NEXT:      %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x256xi32, acc>) {
// CHECK-NEXT:        %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%i, 0] : tensor<1024x256xi8> to !tile.tile<128x256xi8, mat>
// CHECK:             %next = scf.if %first -> (!tile.tile<16x256xi32, acc>) {
// CHECK-NEXT:          %p = tile.matmul %a, %b
// CHECK-NEXT:          scf.yield %p : !tile.tile<16x256xi32, acc>
// CHECK:               %q = tile.matmul_acc %acc, %a, %b
// CHECK-NEXT:          scf.yield %q : !tile.tile<16x256xi32, acc>
// CHECK:             scf.yield %next : !tile.tile<16x256xi32, acc>
// CHECK:           %0 = tile.store %c into %out[0, 0] : !tile.tile<16x256xi32, acc> into tensor<16x256xi32>
func.func @case_98(%x: tensor<16x1024xi8>, %w: tensor<1024x256xi8>, %out: tensor<16x256xi32>) -> tensor<16x256xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x256xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x256xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x256xi8> to !tile.tile<128x256xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = scf.if %first -> (!tile.tile<16x256xi32, acc>) {
      %p = tile.matmul %a, %b : !tile.tile<16x128xi8, mat>, !tile.tile<128x256xi8, mat> -> !tile.tile<16x256xi32, acc>
      scf.yield %p : !tile.tile<16x256xi32, acc>
    } else {
      %q = tile.matmul_acc %acc, %a, %b : !tile.tile<16x256xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x256xi8, mat>
      scf.yield %q : !tile.tile<16x256xi32, acc>
    }
    scf.yield %next : !tile.tile<16x256xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x256xi32, acc> into tensor<16x256xi32>
  func.return %0 : tensor<16x256xi32>
}

// case 98p: predicated.
// CHECK-LABEL: func.func @case_98p(
// CHECK:           %init = tile.create : !tile.tile<16x256xi32, acc>
// CHECK-NEXT:      %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x256xi32, acc>) {
// CHECK-NEXT:        %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%i, 0] : tensor<1024x256xi8> to !tile.tile<128x256xi8, mat>
// CHECK:             %next = tile.matmul_acc %acc, %a, %b init %first
// CHECK-NEXT:        scf.yield %next : !tile.tile<16x256xi32, acc>
// CHECK:           %0 = tile.store %c into %out[0, 0] : !tile.tile<16x256xi32, acc> into tensor<16x256xi32>
func.func @case_98p(%x: tensor<16x1024xi8>, %w: tensor<1024x256xi8>, %out: tensor<16x256xi32>) -> tensor<16x256xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x256xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x256xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x256xi8> to !tile.tile<128x256xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x256xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x256xi8, mat>
    scf.yield %next : !tile.tile<16x256xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x256xi32, acc> into tensor<16x256xi32>
  func.return %0 : tensor<16x256xi32>
}

// The largest that fits: 1024 columns of 32 physical rows.
// CHECK-LABEL: func.func @fills_l0c(
// CHECK:           %init = tile.create : !tile.tile<16x1024xi32, acc>
// CHECK-NEXT:      %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1024xi32, acc>) {
// CHECK-NEXT:        %a = tile.load %x[0, %i] : tensor<16x128xi8> to !tile.tile<16x64xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%i, 0] : tensor<128x1024xi8> to !tile.tile<64x1024xi8, mat>
// CHECK:             %next = scf.for %next_l0_ko = %c0_1 to %c64 step %c32 iter_args(%next_l0_c = %acc) -> (!tile.tile<16x1024xi32, acc>) {
// CHECK:               %next_l0_c_acc = tile.matmul_acc %next_l0_c, %next_l0_a, %next_l0_b init %0
// CHECK-NEXT:          scf.yield %next_l0_c_acc : !tile.tile<16x1024xi32, acc>
// CHECK:             scf.yield %next : !tile.tile<16x1024xi32, acc>
// CHECK:           %1 = tile.store %c into %out[0, 0] : !tile.tile<16x1024xi32, acc> into tensor<16x1024xi32>
func.func @fills_l0c(%x: tensor<16x128xi8>, %w: tensor<128x1024xi8>, %out: tensor<16x1024xi32>) -> tensor<16x1024xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 128 : index
  %st = arith.constant 64 : index
  %init = tile.create : !tile.tile<16x1024xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1024xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x128xi8> to !tile.tile<16x64xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<128x1024xi8> to !tile.tile<64x1024xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1024xi32, acc>, !tile.tile<16x64xi8, mat>, !tile.tile<64x1024xi8, mat>
    scf.yield %next : !tile.tile<16x1024xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1024xi32, acc> into tensor<16x1024xi32>
  func.return %0 : tensor<16x1024xi32>
}
