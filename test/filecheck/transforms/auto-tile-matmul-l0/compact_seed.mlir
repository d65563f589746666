// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" | filecheck %s

// Narrowed rows: the seed is created compact and narrowed, so that every accumulate keeps the pitch of its valid rows.

// 16 of 64 rows are valid.
// CHECK-LABEL: func.func @narrow_rows(
// CHECK:         %c_l0_init_storage = tile.create : !tile.tile<64x128xi32, acc, compact>
// CHECK-NEXT:    %c_l0_init = tile.set_validshape %c_l0_init_storage[16, 128] : !tile.tile<64x128xi32, acc, compact> to !tile.tile<64x128xi32, acc, valid = 16x128, compact>
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c544 = arith.constant 544 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c0 to %c544 step %c32 iter_args(%c_l0_c = %c_l0_init) -> (!tile.tile<64x128xi32, acc, valid = 16x128, compact>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<64x544xi8, mat, valid = 16x544> to !tile.tile<64x32xi8, left, valid = 16x32, compact>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<544x128xi8, mat> to !tile.tile<32x128xi8, right>
// CHECK-NEXT:      %c_l0_first = arith.cmpi eq, %c_l0_ko, %c0 : index
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b init %c_l0_first
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<16x128xi32>
func.func @narrow_rows(%a: tensor<16x544xi8>, %b: tensor<544x128xi8>, %out: tensor<16x128xi32>) -> tensor<16x128xi32> {
  %lhs = tile.load %a[0, 0] valid [16, 544] : tensor<16x544xi8> to !tile.tile<64x544xi8, mat, valid = 16x544>
  %rhs = tile.load %b[0, 0] : tensor<544x128xi8> to !tile.tile<544x128xi8, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x544xi8, mat, valid = 16x544>, !tile.tile<544x128xi8, mat> -> !tile.tile<64x128xi32, acc, valid = 16x128, compact>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x128xi32, acc, valid = 16x128, compact> into tensor<16x128xi32>
  func.return %0 : tensor<16x128xi32>
}

// Narrowed columns alone leave the pitch as it is.
// CHECK-LABEL: func.func @narrow_columns(
// CHECK:         %c_l0_init_storage = tile.create : !tile.tile<64x128xf32, acc>
// CHECK-NEXT:    %c_l0_init = tile.set_validshape %c_l0_init_storage[64, 100] : !tile.tile<64x128xf32, acc> to !tile.tile<64x128xf32, acc, valid = 64x100>
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c512 = arith.constant 512 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c = scf.for %c_l0_ko = %c0 to %c512 step %c64 iter_args(%c_l0_c = %c_l0_init) -> (!tile.tile<64x128xf32, acc, valid = 64x100>) {
// CHECK-NEXT:      %c_l0_a = tile.extract %lhs[0, %c_l0_ko] : !tile.tile<64x512xf32, mat> to !tile.tile<64x64xf32, left>
// CHECK-NEXT:      %c_l0_b = tile.extract %rhs[%c_l0_ko, 0] : !tile.tile<512x128xf32, mat, valid = 512x100> to !tile.tile<64x128xf32, right, valid = 64x100, compact>
// CHECK-NEXT:      %c_l0_first = arith.cmpi eq, %c_l0_ko, %c0 : index
// CHECK-NEXT:      %c_l0_c_acc = tile.matmul_acc %c_l0_c, %c_l0_a, %c_l0_b init %c_l0_first
// CHECK-NEXT:      scf.yield %c_l0_c_acc
// CHECK-NEXT:    } {tile.pipeline_stages = 2 : i64}
// CHECK-NEXT:    %0 = tile.store %c into %out[0, 0]
// CHECK-NEXT:    func.return %0 : tensor<64x100xf32>
func.func @narrow_columns(%a: tensor<64x512xf32>, %b: tensor<512x100xf32>, %out: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x512xf32> to !tile.tile<64x512xf32, mat>
  %rhs = tile.load %b[0, 0] valid [512, 100] : tensor<512x100xf32> to !tile.tile<512x128xf32, mat, valid = 512x100>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x512xf32, mat>, !tile.tile<512x128xf32, mat, valid = 512x100> -> !tile.tile<64x128xf32, acc, valid = 64x100>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x128xf32, acc, valid = 64x100> into tensor<64x100xf32>
  func.return %0 : tensor<64x100xf32>
}
