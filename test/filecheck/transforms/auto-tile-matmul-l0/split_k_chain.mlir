// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --check-semantics | filecheck %s

// A canonical split-K chain whose accumulator exceeds L0C: each sub-tile of the output runs the whole loop over K.

// scope row 7, case 99: 16 x 1152 i32 take 32 rows in L0C; (16, 768), 8 source blocks each. The branch stays in the loop.
// CHECK-LABEL: func.func @case_99(
// CHECK:           %c_mn0_init = tile.create : !tile.tile<16x768xi32, acc>
// CHECK-NEXT:      %c_mn0 = scf.for %i = %c0 to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<16x768xi32, acc>) {
// CHECK:             %a = tile.load %x[0, %k] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%k, 0] : tensor<1024x1152xi8> to !tile.tile<128x768xi8, mat>
// CHECK:             %next = scf.if %first -> (!tile.tile<16x768xi32, acc>) {
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[0, 0] : !tile.tile<16x768xi32, acc> into tensor<16x1152xi32>
// CHECK-NEXT:      %c_mn1_init = tile.create : !tile.tile<16x384xi32, acc>
// CHECK-NEXT:      %c_mn1 = scf.for %i_1 = %c0 to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<16x384xi32, acc>) {
// CHECK:             %a_1 = tile.load %x[0, %k_1] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b_1 = tile.load %w[%k_1, 768] : tensor<1024x1152xi8> to !tile.tile<128x384xi8, mat>
// CHECK:             %next_1 = scf.if %first_1 -> (!tile.tile<16x384xi32, acc>) {
// CHECK:           %out_t1 = tile.store %c_mn1 into %out_t0[0, 768] : !tile.tile<16x384xi32, acc> into tensor<16x1152xi32>
// CHECK-NEXT:      func.return %out_t1 : tensor<16x1152xi32>
func.func @case_99(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 8 : index
  %st = arith.constant 1 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %width = arith.constant 128 : index
    %k = arith.muli %i, %width : index
    %a = tile.load %x[0, %k] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%k, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %k, %c0 : index
    %next = scf.if %first -> (!tile.tile<16x1152xi32, acc>) {
      %p = tile.matmul %a, %b : !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat> -> !tile.tile<16x1152xi32, acc>
      scf.yield %p : !tile.tile<16x1152xi32, acc>
    } else {
      %q = tile.matmul_acc %acc, %a, %b : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
      scf.yield %q : !tile.tile<16x1152xi32, acc>
    }
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// scope row 7, case 99p: the predicated spelling, with the same stores.
// CHECK-LABEL: func.func @case_99p(
// CHECK:           %c_mn0_init = tile.create : !tile.tile<16x768xi32, acc>
// CHECK-NEXT:      %c_mn0 = scf.for %i = %c0 to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<16x768xi32, acc>) {
// CHECK:             %a = tile.load %x[0, %k] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%k, 0] : tensor<1024x1152xi8> to !tile.tile<128x768xi8, mat>
// CHECK:             %next = scf.for %next_l0_ko = %c0_1 to %c128 step %c32 iter_args(%next_l0_c = %c_mn0_acc) -> (!tile.tile<16x768xi32, acc>) {
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[0, 0] : !tile.tile<16x768xi32, acc> into tensor<16x1152xi32>
// CHECK-NEXT:      %c_mn1_init = tile.create : !tile.tile<16x384xi32, acc>
// CHECK-NEXT:      %c_mn1 = scf.for %i_1 = %c0 to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<16x384xi32, acc>) {
// CHECK:             %a_1 = tile.load %x[0, %k_1] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b_1 = tile.load %w[%k_1, 768] : tensor<1024x1152xi8> to !tile.tile<128x384xi8, mat>
// CHECK:             %next_1 = scf.for %next_l0_ko_1 = %c0_2 to %c128_1 step %c64 iter_args(%next_l0_c_1 = %c_mn1_acc) -> (!tile.tile<16x384xi32, acc>) {
// CHECK:           %out_t1 = tile.store %c_mn1 into %out_t0[0, 768] : !tile.tile<16x384xi32, acc> into tensor<16x1152xi32>
// CHECK-NEXT:      func.return %out_t1 : tensor<16x1152xi32>
func.func @case_99p(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 8 : index
  %st = arith.constant 1 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %width = arith.constant 128 : index
    %k = arith.muli %i, %width : index
    %a = tile.load %x[0, %k] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%k, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %k, %c0 : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// A column offset that the program computes.
// CHECK-LABEL: func.func @column_offset(
// CHECK:           %c_mn0_init = tile.create : !tile.tile<16x768xi32, acc>
// CHECK-NEXT:      %c_mn0 = scf.for %i = %c0 to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<16x768xi32, acc>) {
// CHECK-NEXT:        %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%i, %n0] : tensor<1024x2048xi8> to !tile.tile<128x768xi8, mat>
// CHECK:             %next = scf.for %next_l0_ko = %c0_1 to %c128 step %c32 iter_args(%next_l0_c = %c_mn0_acc) -> (!tile.tile<16x768xi32, acc>) {
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[0, %n0] : !tile.tile<16x768xi32, acc> into tensor<16x2048xi32>
// CHECK-NEXT:      %c_mn1_init = tile.create : !tile.tile<16x384xi32, acc>
// CHECK:           %c_mn1 = scf.for %i_1 = %c0 to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<16x384xi32, acc>) {
// CHECK-NEXT:        %a_1 = tile.load %x[0, %i_1] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %1 = arith.addi %n0, %c768 : index
// CHECK-NEXT:        %b_1 = tile.load %w[%i_1, %1] : tensor<1024x2048xi8> to !tile.tile<128x384xi8, mat>
// CHECK:             %next_1 = scf.for %next_l0_ko_1 = %c0_2 to %c128_1 step %c64 iter_args(%next_l0_c_1 = %c_mn1_acc) -> (!tile.tile<16x384xi32, acc>) {
// CHECK:           %3 = arith.addi %n0, %c768 : index
// CHECK-NEXT:      %out_t1 = tile.store %c_mn1 into %out_t0[0, %3] : !tile.tile<16x384xi32, acc> into tensor<16x2048xi32>
// CHECK-NEXT:      func.return %out_t1 : tensor<16x2048xi32>
func.func @column_offset(%x: tensor<16x1024xi8>, %w: tensor<1024x2048xi8>, %out: tensor<16x2048xi32>, %n0: index {tile.sample = 256 : index}) -> tensor<16x2048xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, %n0] : tensor<1024x2048xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, %n0] : !tile.tile<16x1152xi32, acc> into tensor<16x2048xi32>
  func.return %0 : tensor<16x2048xi32>
}

// The arms of the branch are swapped, and so is its condition.
// CHECK-LABEL: func.func @swapped(
// CHECK:           %c_mn0_init = tile.create : !tile.tile<16x768xi32, acc>
// CHECK-NEXT:      %c_mn0 = scf.for %i = %c0 to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<16x768xi32, acc>) {
// CHECK-NEXT:        %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x768xi8, mat>
// CHECK:             %next = scf.if %first -> (!tile.tile<16x768xi32, acc>) {
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[0, 0] : !tile.tile<16x768xi32, acc> into tensor<16x1152xi32>
// CHECK-NEXT:      %c_mn1_init = tile.create : !tile.tile<16x384xi32, acc>
// CHECK-NEXT:      %c_mn1 = scf.for %i_1 = %c0 to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<16x384xi32, acc>) {
// CHECK-NEXT:        %a_1 = tile.load %x[0, %i_1] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b_1 = tile.load %w[%i_1, 768] : tensor<1024x1152xi8> to !tile.tile<128x384xi8, mat>
// CHECK:             %next_1 = scf.if %first_1 -> (!tile.tile<16x384xi32, acc>) {
// CHECK:           %out_t1 = tile.store %c_mn1 into %out_t0[0, 768] : !tile.tile<16x384xi32, acc> into tensor<16x1152xi32>
// CHECK-NEXT:      func.return %out_t1 : tensor<16x1152xi32>
func.func @swapped(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi ne, %i, %c0 : index
    %next = scf.if %first -> (!tile.tile<16x1152xi32, acc>) {
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

// The factor comes first, and so does the zero.
// CHECK-LABEL: func.func @scaled(
// CHECK:           %c_mn0_init = tile.create : !tile.tile<16x768xi32, acc>
// CHECK-NEXT:      %c_mn0 = scf.for %i = %c0 to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<16x768xi32, acc>) {
// CHECK:             %a = tile.load %x[0, %k] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%k, 0] : tensor<1024x1152xi8> to !tile.tile<128x768xi8, mat>
// CHECK:             %next = scf.for %next_l0_ko = %c0_1 to %c128 step %c32 iter_args(%next_l0_c = %c_mn0_acc) -> (!tile.tile<16x768xi32, acc>) {
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[0, 0] : !tile.tile<16x768xi32, acc> into tensor<16x1152xi32>
// CHECK-NEXT:      %c_mn1_init = tile.create : !tile.tile<16x384xi32, acc>
// CHECK-NEXT:      %c_mn1 = scf.for %i_1 = %c0 to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<16x384xi32, acc>) {
// CHECK:             %a_1 = tile.load %x[0, %k_1] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b_1 = tile.load %w[%k_1, 768] : tensor<1024x1152xi8> to !tile.tile<128x384xi8, mat>
// CHECK:             %next_1 = scf.for %next_l0_ko_1 = %c0_2 to %c128_1 step %c64 iter_args(%next_l0_c_1 = %c_mn1_acc) -> (!tile.tile<16x384xi32, acc>) {
// CHECK:           %out_t1 = tile.store %c_mn1 into %out_t0[0, 768] : !tile.tile<16x384xi32, acc> into tensor<16x1152xi32>
// CHECK-NEXT:      func.return %out_t1 : tensor<16x1152xi32>
func.func @scaled(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 8 : index
  %st = arith.constant 1 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %width = arith.constant 128 : index
    %k = arith.muli %width, %i : index
    %a = tile.load %x[0, %k] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%k, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %c0, %k : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// A loop that starts elsewhere starts at its lower bound.
// CHECK-LABEL: func.func @lower_bound(
// CHECK:           %c_mn0_init = tile.create : !tile.tile<16x768xi32, acc>
// CHECK-NEXT:      %c_mn0 = scf.for %i = %lb to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<16x768xi32, acc>) {
// CHECK-NEXT:        %a = tile.load %x[0, %i] : tensor<16x1088xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%i, 0] : tensor<1088x1152xi8> to !tile.tile<128x768xi8, mat>
// CHECK:             %next = scf.for %next_l0_ko = %c0_1 to %c128 step %c32 iter_args(%next_l0_c = %c_mn0_acc) -> (!tile.tile<16x768xi32, acc>) {
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[0, 0] : !tile.tile<16x768xi32, acc> into tensor<16x1152xi32>
// CHECK-NEXT:      %c_mn1_init = tile.create : !tile.tile<16x384xi32, acc>
// CHECK-NEXT:      %c_mn1 = scf.for %i_1 = %lb to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<16x384xi32, acc>) {
// CHECK-NEXT:        %a_1 = tile.load %x[0, %i_1] : tensor<16x1088xi8> to !tile.tile<16x128xi8, mat>
// CHECK-NEXT:        %b_1 = tile.load %w[%i_1, 768] : tensor<1088x1152xi8> to !tile.tile<128x384xi8, mat>
// CHECK:             %next_1 = scf.for %next_l0_ko_1 = %c0_2 to %c128_1 step %c64 iter_args(%next_l0_c_1 = %c_mn1_acc) -> (!tile.tile<16x384xi32, acc>) {
// CHECK:           %out_t1 = tile.store %c_mn1 into %out_t0[0, 768] : !tile.tile<16x384xi32, acc> into tensor<16x1152xi32>
// CHECK-NEXT:      func.return %out_t1 : tensor<16x1152xi32>
func.func @lower_bound(%x: tensor<16x1088xi8>, %w: tensor<1088x1152xi8>, %out: tensor<16x1152xi32>) -> tensor<16x1152xi32> {
  %c0 = arith.constant 0 : index
  %lb = arith.constant 64 : index
  %ub = arith.constant 1088 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %lb to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1088xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1088x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %lb : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1152xi32, acc> into tensor<16x1152xi32>
  func.return %0 : tensor<16x1152xi32>
}

// case 106: every store of a part has the marks of the store of the whole.
// CHECK-LABEL: func.func @case_106(
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[16, 128] atomic {test.mark} : !tile.tile<16x768xi32, acc> into tensor<32x2048xi32>
// CHECK:           %out_t1 = tile.store %c_mn1 into %out_t0[16, 896] atomic {test.mark} : !tile.tile<16x384xi32, acc> into tensor<32x2048xi32>
func.func @case_106(%x: tensor<16x1024xi8>, %w: tensor<1024x1152xi8>, %out: tensor<32x2048xi32>) -> tensor<32x2048xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 1024 : index
  %st = arith.constant 128 : index
  %init = tile.create : !tile.tile<16x1152xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1152xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x1024xi8> to !tile.tile<16x128xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<1024x1152xi8> to !tile.tile<128x1152xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1152xi32, acc>, !tile.tile<16x128xi8, mat>, !tile.tile<128x1152xi8, mat>
    scf.yield %next : !tile.tile<16x1152xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[16, 128] atomic {test.mark} : !tile.tile<16x1152xi32, acc> into tensor<32x2048xi32>
  func.return %0 : tensor<32x2048xi32>
}
