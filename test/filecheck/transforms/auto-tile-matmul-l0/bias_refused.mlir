// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --verify-diagnostics | filecheck %s

// What has a bias and cannot be tiled stays as it is: PH-AT-011 where no window of the bias can be had, PH-AT-006 else.
// CHECK-NOT: tile.extract

// case 26: the result is not used, which is no fault of the bias.
func.func @case_26(%a: tensor<256x1024xi8>, %b: tensor<1024x512xi8>, %bias: tensor<1x512xi32>, %out: tensor<256x512xi32>) -> tensor<256x512xi32> {
  %lhs = tile.load %a[0, 0] : tensor<256x1024xi8> to !tile.tile<256x1024xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<1024x512xi8> to !tile.tile<1024x512xi8, mat>
  %row = tile.load %bias[0, 0] : tensor<1x512xi32> to !tile.tile<1x512xi32, mat, layout = <row, none, 512>>
  // expected-hint@+1 {{[PH-AT-006]}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<256x1024xi8, mat>, !tile.tile<1024x512xi8, mat>, !tile.tile<1x512xi32, mat, layout = <row, none, 512>> -> !tile.tile<256x512xi32, acc>
  func.return %out : tensor<256x512xi32>
}

// case 27: another tile is stored between the matmul and its store.
func.func @case_27(%a: tensor<256x1024xi8>, %b: tensor<1024x512xi8>, %bias: tensor<1x512xi32>, %other: !tile.tile<16x16xi32, vec>, %out: tensor<256x512xi32>) -> tensor<256x512xi32> {
  %lhs = tile.load %a[0, 0] : tensor<256x1024xi8> to !tile.tile<256x1024xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<1024x512xi8> to !tile.tile<1024x512xi8, mat>
  %row = tile.load %bias[0, 0] : tensor<1x512xi32> to !tile.tile<1x512xi32, mat, layout = <row, none, 512>>
  // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_bias' op output 256x512xi32 takes 524288 bytes, which exceeds L0C (131072), and cannot be tiled to 256x128: 'tile.store' stands between it and its tile.store}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<256x1024xi8, mat>, !tile.tile<1024x512xi8, mat>, !tile.tile<1x512xi32, mat, layout = <row, none, 512>> -> !tile.tile<256x512xi32, acc>
  %1 = tile.store %other into %out[0, 0] : !tile.tile<16x16xi32, vec> into tensor<256x512xi32>
  %0 = tile.store %c into %1[0, 0] : !tile.tile<256x512xi32, acc> into tensor<256x512xi32>
  func.return %0 : tensor<256x512xi32>
}

// scope row 11, case 82: a bias in the bias table cannot be cut into windows.
func.func @case_82(%a: tensor<256x64xbf16>, %b: tensor<64x512xbf16>, %bias: tensor<1x512xf32>, %out: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x64xbf16> to !tile.tile<256x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x512xbf16> to !tile.tile<64x512xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x512xf32> to !tile.tile<1x512xf32, mat, layout = <row, none, 512>>
  %table = tile.move %row : !tile.tile<1x512xf32, mat, layout = <row, none, 512>> to !tile.tile<1x512xf32, bias>
  // expected-hint@+1 {{[PH-AT-006] 'tile.matmul_bias' op its bias is in the bias table, where it cannot be cut into windows: takes 2048 bytes of 1024 in the bias table; leave the bias in mat}}
  %c = tile.matmul_bias %lhs, %rhs, %table : !tile.tile<256x64xbf16, mat>, !tile.tile<64x512xbf16, mat>, !tile.tile<1x512xf32, bias> -> !tile.tile<256x512xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x512xf32, acc> into tensor<256x512xf32>
  func.return %0 : tensor<256x512xf32>
}

// scope row 11, case 83: the left operand is in Vec.
func.func @case_83(%a: tensor<256x64xbf16>, %b: tensor<64x512xbf16>, %bias: tensor<1x512xf32>, %out: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x64xbf16> to !tile.tile<256x64xbf16, vec>
  %rhs = tile.load %b[0, 0] : tensor<64x512xbf16> to !tile.tile<64x512xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x512xf32> to !tile.tile<1x512xf32, mat, layout = <row, none, 512>>
  // expected-hint@+1 {{[PH-AT-011] 'tile.matmul_bias' op its left operand is in vec}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<256x64xbf16, vec>, !tile.tile<64x512xbf16, mat>, !tile.tile<1x512xf32, mat, layout = <row, none, 512>> -> !tile.tile<256x512xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x512xf32, acc> into tensor<256x512xf32>
  func.return %0 : tensor<256x512xf32>
}

// So it is wherever the bias is.
func.func @vec_left_resident(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, vec>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %table = tile.move %row : !tile.tile<1x64xf32, mat, layout = <row, none, 512>> to !tile.tile<1x64xf32, bias>
  // expected-hint@+1 {{[PH-AT-011]}}
  %c = tile.matmul_bias %lhs, %rhs, %table : !tile.tile<16x2048xbf16, vec>, !tile.tile<2048x64xbf16, mat>, !tile.tile<1x64xf32, bias> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// The bias is read twice: it has to stay whole, and the windows would read it again.
func.func @shared(%a: tensor<256x1024xi8>, %b: tensor<1024x512xi8>, %bias: tensor<1x512xi32>, %out: tensor<256x512xi32>) -> tensor<256x512xi32> {
  %lhs = tile.load %a[0, 0] : tensor<256x1024xi8> to !tile.tile<256x1024xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<1024x512xi8> to !tile.tile<1024x512xi8, mat>
  %row = tile.load %bias[0, 0] : tensor<1x512xi32> to !tile.tile<1x512xi32, mat, layout = <row, none, 512>>
  // expected-hint@+1 {{[PH-AT-011] 'tile.matmul_bias' op output 256x512xi32 takes 524288 bytes, which exceeds L0C (131072), and cannot be tiled to 256x128: its bias cannot be loaded window by window, its tile.load is in another block or has other readers}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<256x1024xi8, mat>, !tile.tile<1024x512xi8, mat>, !tile.tile<1x512xi32, mat, layout = <row, none, 512>> -> !tile.tile<256x512xi32, acc>
  %second = tile.move %row : !tile.tile<1x512xi32, mat, layout = <row, none, 512>> to !tile.tile<1x512xi32, bias>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x512xi32, acc> into tensor<256x512xi32>
  func.return %0 : tensor<256x512xi32>
}

// The snapshot rule: what comes between the load and the matmul might change what a window reads.
func.func @snapshot(%a: tensor<256x1024xi8>, %b: tensor<1024x512xi8>, %bias: tensor<1x512xi32>, %other: !tile.tile<16x16xi32, vec>, %out: tensor<256x512xi32>) -> tensor<256x512xi32> {
  %lhs = tile.load %a[0, 0] : tensor<256x1024xi8> to !tile.tile<256x1024xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<1024x512xi8> to !tile.tile<1024x512xi8, mat>
  %row = tile.load %bias[0, 0] : tensor<1x512xi32> to !tile.tile<1x512xi32, mat, layout = <row, none, 512>>
  %1 = tile.store %other into %out[0, 0] : !tile.tile<16x16xi32, vec> into tensor<256x512xi32>
  // expected-hint@+1 {{'tile.store' stands between its tile.load and the matmul}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<256x1024xi8, mat>, !tile.tile<1024x512xi8, mat>, !tile.tile<1x512xi32, mat, layout = <row, none, 512>> -> !tile.tile<256x512xi32, acc>
  %0 = tile.store %c into %1[0, 0] : !tile.tile<256x512xi32, acc> into tensor<256x512xi32>
  func.return %0 : tensor<256x512xi32>
}

// Another matmul is no load either.
func.func @matmul_between(%a: tensor<256x1024xi8>, %b: tensor<1024x512xi8>, %bias: tensor<1x512xi32>, %left: !tile.tile<16x32xi8, left>, %right: !tile.tile<32x16xi8, right>, %out: tensor<256x512xi32>) -> tensor<256x512xi32> {
  %lhs = tile.load %a[0, 0] : tensor<256x1024xi8> to !tile.tile<256x1024xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<1024x512xi8> to !tile.tile<1024x512xi8, mat>
  %row = tile.load %bias[0, 0] : tensor<1x512xi32> to !tile.tile<1x512xi32, mat, layout = <row, none, 512>>
  %early = tile.matmul %left, %right : !tile.tile<16x32xi8, left>, !tile.tile<32x16xi8, right> -> !tile.tile<16x16xi32, acc>
  // expected-hint@+1 {{'tile.matmul' stands between its tile.load and the matmul}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<256x1024xi8, mat>, !tile.tile<1024x512xi8, mat>, !tile.tile<1x512xi32, mat, layout = <row, none, 512>> -> !tile.tile<256x512xi32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x512xi32, acc> into tensor<256x512xi32>
  func.return %0 : tensor<256x512xi32>
}

// The bias is a row of the tensor that the result goes to: the first stored tile would overwrite it.
func.func @row_of_the_output(%a: tensor<256x1024xi8>, %b: tensor<1024x512xi8>, %bias: tensor<1x512xi32>, %out: tensor<256x512xi32>) -> tensor<256x512xi32> {
  %lhs = tile.load %a[0, 0] : tensor<256x1024xi8> to !tile.tile<256x1024xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<1024x512xi8> to !tile.tile<1024x512xi8, mat>
  %row = tile.load %out[3, 0] : tensor<256x512xi32> to !tile.tile<1x512xi32, mat, layout = <row, none, 512>>
  // expected-hint@+1 {{the tensor that it is loaded from is stored to before the matmul's result is}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<256x1024xi8, mat>, !tile.tile<1024x512xi8, mat>, !tile.tile<1x512xi32, mat, layout = <row, none, 512>> -> !tile.tile<256x512xi32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x512xi32, acc> into tensor<256x512xi32>
  func.return %0 : tensor<256x512xi32>
}

// Not all of the bias is data.
func.func @partial(%a: tensor<256x1024xi8>, %b: tensor<1024x512xi8>, %bias: tensor<1x512xi32>, %out: tensor<256x512xi32>) -> tensor<256x512xi32> {
  %lhs = tile.load %a[0, 0] : tensor<256x1024xi8> to !tile.tile<256x1024xi8, mat>
  %rhs = tile.load %b[0, 0] valid [1024, 500] : tensor<1024x512xi8> to !tile.tile<1024x512xi8, mat, valid = 1024x500>
  %row = tile.load %bias[0, 0] valid [1, 500] : tensor<1x512xi32> to !tile.tile<1x512xi32, mat, valid = 1x500, layout = <row, none, 512>>
  // expected-hint@+1 {{not all of it is valid}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<256x1024xi8, mat>, !tile.tile<1024x512xi8, mat, valid = 1024x500>, !tile.tile<1x512xi32, mat, valid = 1x500, layout = <row, none, 512>> -> !tile.tile<256x512xi32, acc, valid = 256x500>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x512xi32, acc, valid = 256x500> into tensor<256x512xi32>
  func.return %0 : tensor<256x512xi32>
}

// The bias is no load.
func.func @argument(%a: tensor<256x1024xi8>, %b: tensor<1024x512xi8>, %row: !tile.tile<1x512xi32, mat, layout = <row, none, 512>>, %out: tensor<256x512xi32>) -> tensor<256x512xi32> {
  %lhs = tile.load %a[0, 0] : tensor<256x1024xi8> to !tile.tile<256x1024xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<1024x512xi8> to !tile.tile<1024x512xi8, mat>
  // expected-hint@+1 {{it does not come from a tile.load}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<256x1024xi8, mat>, !tile.tile<1024x512xi8, mat>, !tile.tile<1x512xi32, mat, layout = <row, none, 512>> -> !tile.tile<256x512xi32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x512xi32, acc> into tensor<256x512xi32>
  func.return %0 : tensor<256x512xi32>
}

// M is no whole fractal.
func.func @m_of_8(%a: tensor<8x2048xbf16>, %b: tensor<2048x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<8x2048xbf16> to !tile.tile<8x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  // expected-hint@+1 {{[PH-AT-011] 'tile.matmul_bias' op M = 8 is not a multiple of 16, and a matmul with a bias takes whole fractals: load M = 16 with 8 of it valid}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<8x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat>, !tile.tile<1x64xf32, mat, layout = <row, none, 512>> -> !tile.tile<8x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<8x64xf32, acc> into tensor<8x64xf32>
  func.return %0 : tensor<8x64xf32>
}

// N of one-byte operands comes in 32.
func.func @n_of_48(%a: tensor<16x2048xi8>, %b: tensor<2048x48xi8>, %bias: tensor<1x48xi32>, %out: tensor<16x48xi32>) -> tensor<16x48xi32> {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xi8> to !tile.tile<16x2048xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x48xi8> to !tile.tile<2048x48xi8, mat>
  %row = tile.load %bias[0, 0] : tensor<1x48xi32> to !tile.tile<1x48xi32, mat, layout = <row, none, 512>>
  // expected-hint@+1 {{N = 48 is not a multiple of 32}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<16x2048xi8, mat>, !tile.tile<2048x48xi8, mat>, !tile.tile<1x48xi32, mat, layout = <row, none, 512>> -> !tile.tile<16x48xi32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x48xi32, acc> into tensor<16x48xi32>
  func.return %0 : tensor<16x48xi32>
}

// K: where a plain matmul gets PH-AT-007.
func.func @k_of_200(%a: tensor<16x200xf16>, %b: tensor<200x64xf16>, %bias: tensor<1x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x200xf16> to !tile.tile<16x200xf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<200x64xf16> to !tile.tile<200x64xf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  // expected-hint@+1 {{[PH-AT-011] 'tile.matmul_bias' op K = 200 is not a multiple of 16}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<16x200xf16, mat>, !tile.tile<200x64xf16, mat>, !tile.tile<1x64xf32, mat, layout = <row, none, 512>> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}
