// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --check-semantics | filecheck %s

// Parts of operands come in whole boxes of which the part is valid, and so does the accumulator.

// case 104 as a chain: (256, 128, 128), six parts; the last 16 columns of i8 are 32 physical ones. case 110: their right operand is compact.
// CHECK-LABEL: func.func @case_104(
// CHECK:           %c_mn0_init = tile.create : !tile.tile<256x128xi32, acc>
// CHECK-NEXT:      %c_mn0 = scf.for %i = %c0 to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<256x128xi32, acc>) {
// CHECK-NEXT:        %a = tile.load %x[0, %i] : tensor<512x768xi8> to !tile.tile<256x384xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%i, 0] : tensor<768x272xi8> to !tile.tile<384x128xi8, mat>
// CHECK:               %next_l0_b = tile.extract %b[%next_l0_ko, 0] : !tile.tile<384x128xi8, mat> to !tile.tile<128x128xi8, right>
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[0, 0] : !tile.tile<256x128xi32, acc> into tensor<512x272xi32>
// CHECK-NEXT:      %c_mn1_init = tile.create : !tile.tile<256x128xi32, acc>
// CHECK-NEXT:      %c_mn1 = scf.for %i_1 = %c0 to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<256x128xi32, acc>) {
// CHECK-NEXT:        %a_1 = tile.load %x[256, %i_1] : tensor<512x768xi8> to !tile.tile<256x384xi8, mat>
// CHECK-NEXT:        %b_1 = tile.load %w[%i_1, 0] : tensor<768x272xi8> to !tile.tile<384x128xi8, mat>
// CHECK:           %out_t1 = tile.store %c_mn1 into %out_t0[256, 0] : !tile.tile<256x128xi32, acc> into tensor<512x272xi32>
// CHECK-NEXT:      %c_mn2_init = tile.create : !tile.tile<256x128xi32, acc>
// CHECK-NEXT:      %c_mn2 = scf.for %i_2 = %c0 to %ub step %st iter_args(%c_mn2_acc = %c_mn2_init) -> (!tile.tile<256x128xi32, acc>) {
// CHECK-NEXT:        %a_2 = tile.load %x[0, %i_2] : tensor<512x768xi8> to !tile.tile<256x384xi8, mat>
// CHECK-NEXT:        %b_2 = tile.load %w[%i_2, 128] : tensor<768x272xi8> to !tile.tile<384x128xi8, mat>
// CHECK:           %out_t2 = tile.store %c_mn2 into %out_t1[0, 128] : !tile.tile<256x128xi32, acc> into tensor<512x272xi32>
// CHECK-NEXT:      %c_mn3_init = tile.create : !tile.tile<256x128xi32, acc>
// CHECK-NEXT:      %c_mn3 = scf.for %i_3 = %c0 to %ub step %st iter_args(%c_mn3_acc = %c_mn3_init) -> (!tile.tile<256x128xi32, acc>) {
// CHECK-NEXT:        %a_3 = tile.load %x[256, %i_3] : tensor<512x768xi8> to !tile.tile<256x384xi8, mat>
// CHECK-NEXT:        %b_3 = tile.load %w[%i_3, 128] : tensor<768x272xi8> to !tile.tile<384x128xi8, mat>
// CHECK:           %out_t3 = tile.store %c_mn3 into %out_t2[256, 128] : !tile.tile<256x128xi32, acc> into tensor<512x272xi32>
// CHECK-NEXT:      %c_mn4_init_storage = tile.create : !tile.tile<256x32xi32, acc>
// CHECK-NEXT:      %c_mn4_init = tile.set_validshape %c_mn4_init_storage[256, 16] : !tile.tile<256x32xi32, acc> to !tile.tile<256x32xi32, acc, valid = 256x16>
// CHECK-NEXT:      %c_mn4 = scf.for %i_4 = %c0 to %ub step %st iter_args(%c_mn4_acc = %c_mn4_init) -> (!tile.tile<256x32xi32, acc, valid = 256x16>) {
// CHECK-NEXT:        %a_4 = tile.load %x[0, %i_4] : tensor<512x768xi8> to !tile.tile<256x384xi8, mat>
// CHECK-NEXT:        %b_4 = tile.load %w[%i_4, 256] valid [384, 16] : tensor<768x272xi8> to !tile.tile<384x32xi8, mat, valid = 384x16>
// CHECK:           %out_t4 = tile.store %c_mn4 into %out_t3[0, 256] : !tile.tile<256x32xi32, acc, valid = 256x16> into tensor<512x272xi32>
// CHECK-NEXT:      %c_mn5_init_storage = tile.create : !tile.tile<256x32xi32, acc>
// CHECK-NEXT:      %c_mn5_init = tile.set_validshape %c_mn5_init_storage[256, 16] : !tile.tile<256x32xi32, acc> to !tile.tile<256x32xi32, acc, valid = 256x16>
// CHECK-NEXT:      %c_mn5 = scf.for %i_5 = %c0 to %ub step %st iter_args(%c_mn5_acc = %c_mn5_init) -> (!tile.tile<256x32xi32, acc, valid = 256x16>) {
// CHECK-NEXT:        %a_5 = tile.load %x[256, %i_5] : tensor<512x768xi8> to !tile.tile<256x384xi8, mat>
// CHECK-NEXT:        %b_5 = tile.load %w[%i_5, 256] valid [384, 16] : tensor<768x272xi8> to !tile.tile<384x32xi8, mat, valid = 384x16>
// CHECK:           %out_t5 = tile.store %c_mn5 into %out_t4[256, 256] : !tile.tile<256x32xi32, acc, valid = 256x16> into tensor<512x272xi32>
// CHECK-NEXT:      func.return %out_t5 : tensor<512x272xi32>
func.func @case_104(%x: tensor<512x768xi8>, %w: tensor<768x272xi8>, %out: tensor<512x272xi32>) -> tensor<512x272xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 768 : index
  %st = arith.constant 384 : index
  %init = tile.create : !tile.tile<512x272xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<512x272xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<512x768xi8> to !tile.tile<512x384xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<768x272xi8> to !tile.tile<384x272xi8, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<512x272xi32, acc>, !tile.tile<512x384xi8, mat>, !tile.tile<384x272xi8, mat>
    scf.yield %next : !tile.tile<512x272xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<512x272xi32, acc> into tensor<512x272xi32>
  func.return %0 : tensor<512x272xi32>
}

// Narrowed rows make the accumulator of every part compact, its pitch that of its valid rows. The fresh product of the branch is so too.
// CHECK-LABEL: func.func @narrow_rows(
// CHECK:           %c_mn0_init_storage = tile.create : !tile.tile<16x256xi32, acc, compact>
// CHECK-NEXT:      %c_mn0_init = tile.set_validshape %c_mn0_init_storage[5, 256] : !tile.tile<16x256xi32, acc, compact> to !tile.tile<16x256xi32, acc, valid = 5x256, compact>
// CHECK-NEXT:      %c_mn0 = scf.for %i = %c0 to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<16x256xi32, acc, valid = 5x256, compact>) {
// CHECK-NEXT:        %a = tile.load %x[0, %i] valid [5, 64] : tensor<5x256xi8> to !tile.tile<16x64xi8, mat, valid = 5x64>
// CHECK-NEXT:        %b = tile.load %w[%i, 0] : tensor<256x1104xi8> to !tile.tile<64x256xi8, mat>
// CHECK:               %p = tile.matmul %a, %b
// CHECK:               %q = tile.matmul_acc %c_mn0_acc, %a, %b
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[0, 0] : !tile.tile<16x256xi32, acc, valid = 5x256, compact> into tensor<5x1104xi32>
// CHECK-NEXT:      %c_mn1_init_storage = tile.create : !tile.tile<16x256xi32, acc, compact>
// CHECK-NEXT:      %c_mn1_init = tile.set_validshape %c_mn1_init_storage[5, 256] : !tile.tile<16x256xi32, acc, compact> to !tile.tile<16x256xi32, acc, valid = 5x256, compact>
// CHECK-NEXT:      %c_mn1 = scf.for %i_1 = %c0 to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<16x256xi32, acc, valid = 5x256, compact>) {
// CHECK-NEXT:        %a_1 = tile.load %x[0, %i_1] valid [5, 64] : tensor<5x256xi8> to !tile.tile<16x64xi8, mat, valid = 5x64>
// CHECK-NEXT:        %b_1 = tile.load %w[%i_1, 256] : tensor<256x1104xi8> to !tile.tile<64x256xi8, mat>
// CHECK:               %p_1 = tile.matmul %a_1, %b_1
// CHECK:               %q_1 = tile.matmul_acc %c_mn1_acc, %a_1, %b_1
// CHECK:           %out_t1 = tile.store %c_mn1 into %out_t0[0, 256] : !tile.tile<16x256xi32, acc, valid = 5x256, compact> into tensor<5x1104xi32>
// CHECK-NEXT:      %c_mn2_init_storage = tile.create : !tile.tile<16x256xi32, acc, compact>
// CHECK-NEXT:      %c_mn2_init = tile.set_validshape %c_mn2_init_storage[5, 256] : !tile.tile<16x256xi32, acc, compact> to !tile.tile<16x256xi32, acc, valid = 5x256, compact>
// CHECK-NEXT:      %c_mn2 = scf.for %i_2 = %c0 to %ub step %st iter_args(%c_mn2_acc = %c_mn2_init) -> (!tile.tile<16x256xi32, acc, valid = 5x256, compact>) {
// CHECK-NEXT:        %a_2 = tile.load %x[0, %i_2] valid [5, 64] : tensor<5x256xi8> to !tile.tile<16x64xi8, mat, valid = 5x64>
// CHECK-NEXT:        %b_2 = tile.load %w[%i_2, 512] : tensor<256x1104xi8> to !tile.tile<64x256xi8, mat>
// CHECK:               %p_2 = tile.matmul %a_2, %b_2
// CHECK:               %q_2 = tile.matmul_acc %c_mn2_acc, %a_2, %b_2
// CHECK:           %out_t2 = tile.store %c_mn2 into %out_t1[0, 512] : !tile.tile<16x256xi32, acc, valid = 5x256, compact> into tensor<5x1104xi32>
// CHECK-NEXT:      %c_mn3_init_storage = tile.create : !tile.tile<16x256xi32, acc, compact>
// CHECK-NEXT:      %c_mn3_init = tile.set_validshape %c_mn3_init_storage[5, 256] : !tile.tile<16x256xi32, acc, compact> to !tile.tile<16x256xi32, acc, valid = 5x256, compact>
// CHECK-NEXT:      %c_mn3 = scf.for %i_3 = %c0 to %ub step %st iter_args(%c_mn3_acc = %c_mn3_init) -> (!tile.tile<16x256xi32, acc, valid = 5x256, compact>) {
// CHECK-NEXT:        %a_3 = tile.load %x[0, %i_3] valid [5, 64] : tensor<5x256xi8> to !tile.tile<16x64xi8, mat, valid = 5x64>
// CHECK-NEXT:        %b_3 = tile.load %w[%i_3, 768] : tensor<256x1104xi8> to !tile.tile<64x256xi8, mat>
// CHECK:               %p_3 = tile.matmul %a_3, %b_3
// CHECK:               %q_3 = tile.matmul_acc %c_mn3_acc, %a_3, %b_3
// CHECK:           %out_t3 = tile.store %c_mn3 into %out_t2[0, 768] : !tile.tile<16x256xi32, acc, valid = 5x256, compact> into tensor<5x1104xi32>
// CHECK-NEXT:      %c_mn4_init_storage = tile.create : !tile.tile<16x96xi32, acc, compact>
// CHECK-NEXT:      %c_mn4_init = tile.set_validshape %c_mn4_init_storage[5, 80] : !tile.tile<16x96xi32, acc, compact> to !tile.tile<16x96xi32, acc, valid = 5x80, compact>
// CHECK-NEXT:      %c_mn4 = scf.for %i_4 = %c0 to %ub step %st iter_args(%c_mn4_acc = %c_mn4_init) -> (!tile.tile<16x96xi32, acc, valid = 5x80, compact>) {
// CHECK-NEXT:        %a_4 = tile.load %x[0, %i_4] valid [5, 64] : tensor<5x256xi8> to !tile.tile<16x64xi8, mat, valid = 5x64>
// CHECK-NEXT:        %b_4 = tile.load %w[%i_4, 1024] valid [64, 80] : tensor<256x1104xi8> to !tile.tile<64x96xi8, mat, valid = 64x80>
// CHECK:               %p_4 = tile.matmul %a_4, %b_4
// CHECK:               %q_4 = tile.matmul_acc %c_mn4_acc, %a_4, %b_4
// CHECK:           %out_t4 = tile.store %c_mn4 into %out_t3[0, 1024] : !tile.tile<16x96xi32, acc, valid = 5x80, compact> into tensor<5x1104xi32>
// CHECK-NEXT:      func.return %out_t4 : tensor<5x1104xi32>
func.func @narrow_rows(%x: tensor<5x256xi8>, %w: tensor<256x1104xi8>, %out: tensor<5x1104xi32>) -> tensor<5x1104xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 256 : index
  %st = arith.constant 64 : index
  %init = tile.create : !tile.tile<64x1152xi32, acc, valid = 5x1104, compact>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<64x1152xi32, acc, valid = 5x1104, compact>) {
    %a = tile.load %x[0, %i] valid [5, 64] : tensor<5x256xi8> to !tile.tile<64x64xi8, mat, valid = 5x64>
    %b = tile.load %w[%i, 0] valid [64, 1104] : tensor<256x1104xi8> to !tile.tile<64x1152xi8, mat, valid = 64x1104>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = scf.if %first -> (!tile.tile<64x1152xi32, acc, valid = 5x1104, compact>) {
      %p = tile.matmul %a, %b : !tile.tile<64x64xi8, mat, valid = 5x64>, !tile.tile<64x1152xi8, mat, valid = 64x1104> -> !tile.tile<64x1152xi32, acc, valid = 5x1104, compact>
      scf.yield %p : !tile.tile<64x1152xi32, acc, valid = 5x1104, compact>
    } else {
      %q = tile.matmul_acc %acc, %a, %b : !tile.tile<64x1152xi32, acc, valid = 5x1104, compact>, !tile.tile<64x64xi8, mat, valid = 5x64>, !tile.tile<64x1152xi8, mat, valid = 64x1104>
      scf.yield %q : !tile.tile<64x1152xi32, acc, valid = 5x1104, compact>
    }
    scf.yield %next : !tile.tile<64x1152xi32, acc, valid = 5x1104, compact>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x1152xi32, acc, valid = 5x1104, compact> into tensor<5x1104xi32>
  func.return %0 : tensor<5x1104xi32>
}

// Whole boxes of bf16 are 16 wide.
// CHECK-LABEL: func.func @bf16_tail(
// CHECK:           %c_mn0_init = tile.create : !tile.tile<48x256xf32, acc>
// CHECK-NEXT:      %c_mn0 = scf.for %i = %c0 to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<48x256xf32, acc>) {
// CHECK-NEXT:        %a = tile.load %x[0, %i] : tensor<48x256xbf16> to !tile.tile<48x64xbf16, mat>
// CHECK-NEXT:        %b = tile.load %w[%i, 0] : tensor<256x1040xbf16> to !tile.tile<64x256xbf16, mat>
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[0, 0] : !tile.tile<48x256xf32, acc> into tensor<48x1040xf32>
// CHECK-NEXT:      %c_mn1_init = tile.create : !tile.tile<48x256xf32, acc>
// CHECK-NEXT:      %c_mn1 = scf.for %i_1 = %c0 to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<48x256xf32, acc>) {
// CHECK-NEXT:        %a_1 = tile.load %x[0, %i_1] : tensor<48x256xbf16> to !tile.tile<48x64xbf16, mat>
// CHECK-NEXT:        %b_1 = tile.load %w[%i_1, 256] : tensor<256x1040xbf16> to !tile.tile<64x256xbf16, mat>
// CHECK:           %out_t1 = tile.store %c_mn1 into %out_t0[0, 256] : !tile.tile<48x256xf32, acc> into tensor<48x1040xf32>
// CHECK-NEXT:      %c_mn2_init = tile.create : !tile.tile<48x256xf32, acc>
// CHECK-NEXT:      %c_mn2 = scf.for %i_2 = %c0 to %ub step %st iter_args(%c_mn2_acc = %c_mn2_init) -> (!tile.tile<48x256xf32, acc>) {
// CHECK-NEXT:        %a_2 = tile.load %x[0, %i_2] : tensor<48x256xbf16> to !tile.tile<48x64xbf16, mat>
// CHECK-NEXT:        %b_2 = tile.load %w[%i_2, 512] : tensor<256x1040xbf16> to !tile.tile<64x256xbf16, mat>
// CHECK:           %out_t2 = tile.store %c_mn2 into %out_t1[0, 512] : !tile.tile<48x256xf32, acc> into tensor<48x1040xf32>
// CHECK-NEXT:      %c_mn3_init = tile.create : !tile.tile<48x256xf32, acc>
// CHECK-NEXT:      %c_mn3 = scf.for %i_3 = %c0 to %ub step %st iter_args(%c_mn3_acc = %c_mn3_init) -> (!tile.tile<48x256xf32, acc>) {
// CHECK-NEXT:        %a_3 = tile.load %x[0, %i_3] : tensor<48x256xbf16> to !tile.tile<48x64xbf16, mat>
// CHECK-NEXT:        %b_3 = tile.load %w[%i_3, 768] : tensor<256x1040xbf16> to !tile.tile<64x256xbf16, mat>
// CHECK:           %out_t3 = tile.store %c_mn3 into %out_t2[0, 768] : !tile.tile<48x256xf32, acc> into tensor<48x1040xf32>
// CHECK-NEXT:      %c_mn4_init = tile.create : !tile.tile<48x16xf32, acc>
// CHECK-NEXT:      %c_mn4 = scf.for %i_4 = %c0 to %ub step %st iter_args(%c_mn4_acc = %c_mn4_init) -> (!tile.tile<48x16xf32, acc>) {
// CHECK-NEXT:        %a_4 = tile.load %x[0, %i_4] : tensor<48x256xbf16> to !tile.tile<48x64xbf16, mat>
// CHECK-NEXT:        %b_4 = tile.load %w[%i_4, 1024] : tensor<256x1040xbf16> to !tile.tile<64x16xbf16, mat>
// CHECK:           %out_t4 = tile.store %c_mn4 into %out_t3[0, 1024] : !tile.tile<48x16xf32, acc> into tensor<48x1040xf32>
// CHECK-NEXT:      func.return %out_t4 : tensor<48x1040xf32>
func.func @bf16_tail(%x: tensor<48x256xbf16>, %w: tensor<256x1040xbf16>, %out: tensor<48x1040xf32>) -> tensor<48x1040xf32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 256 : index
  %st = arith.constant 64 : index
  %init = tile.create : !tile.tile<48x1040xf32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<48x1040xf32, acc>) {
    %a = tile.load %x[0, %i] : tensor<48x256xbf16> to !tile.tile<48x64xbf16, mat>
    %b = tile.load %w[%i, 0] : tensor<256x1040xbf16> to !tile.tile<64x1040xbf16, mat>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<48x1040xf32, acc>, !tile.tile<48x64xbf16, mat>, !tile.tile<64x1040xbf16, mat>
    scf.yield %next : !tile.tile<48x1040xf32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<48x1040xf32, acc> into tensor<48x1040xf32>
  func.return %0 : tensor<48x1040xf32>
}

// A right operand that is laid out as its transpose has boxes of 16 columns.
// CHECK-LABEL: func.func @zn_right(
// CHECK:           %c_mn0_init = tile.create : !tile.tile<16x512xi32, acc>
// CHECK-NEXT:      %c_mn0 = scf.for %i = %c0 to %ub step %st iter_args(%c_mn0_acc = %c_mn0_init) -> (!tile.tile<16x512xi32, acc>) {
// CHECK-NEXT:        %a = tile.load %x[0, %i] : tensor<16x256xi8> to !tile.tile<16x64xi8, mat>
// CHECK-NEXT:        %b = tile.load %w[%i, 0] : tensor<256x1168xi8> to !tile.tile<64x512xi8, mat, layout = <row, col, 512>>
// CHECK:           %out_t0 = tile.store %c_mn0 into %out[0, 0] : !tile.tile<16x512xi32, acc> into tensor<16x1168xi32>
// CHECK-NEXT:      %c_mn1_init = tile.create : !tile.tile<16x512xi32, acc>
// CHECK-NEXT:      %c_mn1 = scf.for %i_1 = %c0 to %ub step %st iter_args(%c_mn1_acc = %c_mn1_init) -> (!tile.tile<16x512xi32, acc>) {
// CHECK-NEXT:        %a_1 = tile.load %x[0, %i_1] : tensor<16x256xi8> to !tile.tile<16x64xi8, mat>
// CHECK-NEXT:        %b_1 = tile.load %w[%i_1, 512] : tensor<256x1168xi8> to !tile.tile<64x512xi8, mat, layout = <row, col, 512>>
// CHECK:           %out_t1 = tile.store %c_mn1 into %out_t0[0, 512] : !tile.tile<16x512xi32, acc> into tensor<16x1168xi32>
// CHECK-NEXT:      %c_mn2_init = tile.create : !tile.tile<16x144xi32, acc>
// CHECK-NEXT:      %c_mn2 = scf.for %i_2 = %c0 to %ub step %st iter_args(%c_mn2_acc = %c_mn2_init) -> (!tile.tile<16x144xi32, acc>) {
// CHECK-NEXT:        %a_2 = tile.load %x[0, %i_2] : tensor<16x256xi8> to !tile.tile<16x64xi8, mat>
// CHECK-NEXT:        %b_2 = tile.load %w[%i_2, 1024] : tensor<256x1168xi8> to !tile.tile<64x144xi8, mat, layout = <row, col, 512>>
// CHECK:           %out_t2 = tile.store %c_mn2 into %out_t1[0, 1024] : !tile.tile<16x144xi32, acc> into tensor<16x1168xi32>
// CHECK-NEXT:      func.return %out_t2 : tensor<16x1168xi32>
func.func @zn_right(%x: tensor<16x256xi8>, %w: tensor<256x1168xi8>, %out: tensor<16x1168xi32>) -> tensor<16x1168xi32> {
  %c0 = arith.constant 0 : index
  %ub = arith.constant 256 : index
  %st = arith.constant 64 : index
  %init = tile.create : !tile.tile<16x1168xi32, acc>
  %c = scf.for %i = %c0 to %ub step %st iter_args(%acc = %init) -> (!tile.tile<16x1168xi32, acc>) {
    %a = tile.load %x[0, %i] : tensor<16x256xi8> to !tile.tile<16x64xi8, mat>
    %b = tile.load %w[%i, 0] : tensor<256x1168xi8> to !tile.tile<64x1168xi8, mat, layout = <row, col, 512>>
    %first = arith.cmpi eq, %i, %c0 : index
    %next = tile.matmul_acc %acc, %a, %b init %first : !tile.tile<16x1168xi32, acc>, !tile.tile<16x64xi8, mat>, !tile.tile<64x1168xi8, mat, layout = <row, col, 512>>
    scf.yield %next : !tile.tile<16x1168xi32, acc>
  } {tile.pipeline_stages = 2 : i64}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x1168xi32, acc> into tensor<16x1168xi32>
  func.return %0 : tensor<16x1168xi32>
}
