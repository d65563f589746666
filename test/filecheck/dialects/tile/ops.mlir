// RUN: tile-opt %s | filecheck %s
// RUN: tile-opt %s | tile-opt - | filecheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt - | filecheck %s
// RUN: tile-opt %s --print-op-generic | filecheck %s --check-prefix GENERIC

// Every op, with each optional part set and unset, and every form of the tile type.

func.func @types(
// CHECK-LABEL: func.func @types(
    %a: !tile.tile<16x64xf32>,
// CHECK-SAME: %a: !tile.tile<16x64xf32>
    %b: !tile.tile<16x64xbf16, mat>,
// CHECK-SAME: %b: !tile.tile<16x64xbf16, mat>
    %c: !tile.tile<16x64xf16, vec, valid = 5x?>,
// CHECK-SAME: %c: !tile.tile<16x64xf16, vec, valid = 5x?>
    %d: !tile.tile<16x64xi32, acc, valid = 0x64, compact>,
// CHECK-SAME: %d: !tile.tile<16x64xi32, acc, valid = 0x64, compact>
    %e: !tile.tile<64x16xi8, mat, layout = <row, col, 512>>,
// CHECK-SAME: %e: !tile.tile<64x16xi8, mat, layout = <row, col, 512>>
    %f: !tile.tile<2x3x4x5xf8E4M3FN, vec, valid = 2x3x4x1>,
// CHECK-SAME: %f: !tile.tile<2x3x4x5xf8E4M3FN, vec, valid = 2x3x4x1>
    %g: !tile.tile<64xf8E5M2>,
// CHECK-SAME: %g: !tile.tile<64xf8E5M2>
    %h: !tile.tile<16x64xf4E2M1FN, mat>,
// CHECK-SAME: %h: !tile.tile<16x64xf4E2M1FN, mat>
    %i: !tile.tile<16x64xi4, right, valid = 16x?, compact>,
// CHECK-SAME: %i: !tile.tile<16x64xi4, right, valid = 16x?, compact>
    %j: !tile.tile<16x64xi16, left, layout = <row, row, 512>, compact>,
// CHECK-SAME: %j: !tile.tile<16x64xi16, left, layout = <row, row, 512>, compact>
    %k: !tile.tile<64x1xi1, vec>,
// CHECK-SAME: %k: !tile.tile<64x1xi1, vec>
    %l: !tile.tile<64x1xi64, vec, layout = <row, none, 512>>,
// CHECK-SAME: %l: !tile.tile<64x1xi64, vec, layout = <row, none, 512>>
    %m: !tile.tile<1x64xf32, bias>,
// CHECK-SAME: %m: !tile.tile<1x64xf32, bias>
    %n: !tile.tile<16x2xf8E4M3FN, left_scale>,
// CHECK-SAME: %n: !tile.tile<16x2xf8E4M3FN, left_scale>
    %o: !tile.tile<2x16xf8E4M3FN, right_scale>) {
// CHECK-SAME: %o: !tile.tile<2x16xf8E4M3FN, right_scale>
  func.return
}

func.func @memory(%x: tensor<128x1024xbf16>, %y: tensor<?x5xbf16>, %z: tensor<2x64x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<128x64xf32>, %pages: tensor<2x8x64xf32>, %half: tensor<16x64xf16>, %i: index, %n: index, %one: f32) {
// CHECK-LABEL: func.func @memory(
  %acc = tile.create : !tile.tile<16x64xf32, acc>
  // CHECK-NEXT: %acc = tile.create : !tile.tile<16x64xf32, acc>
  %narrow = tile.create {note = "seed"} : !tile.tile<16x64xi32, acc, valid = 5x64, compact>
  // CHECK-NEXT: %narrow = tile.create {note = "seed"} : !tile.tile<16x64xi32, acc, valid = 5x64, compact>
  %open = tile.create : !tile.tile<16x64xf32>
  // CHECK-NEXT: %open = tile.create : !tile.tile<16x64xf32>
  %transposed = tile.create : !tile.tile<64x64xbf16, mat, layout = <row, col, 512>>
  // CHECK-NEXT: %transposed = tile.create : !tile.tile<64x64xbf16, mat, layout = <row, col, 512>>
  %ones = tile.fill %one : f32 to !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %ones = tile.fill %one : f32 to !tile.tile<16x64xf32, vec>
  %a = tile.load %x[%i, 0] : tensor<128x1024xbf16> to !tile.tile<16x256xbf16, mat>
  // CHECK-NEXT: %a = tile.load %x[%i, 0] : tensor<128x1024xbf16> to !tile.tile<16x256xbf16, mat>
  %b = tile.load %y[0, 0] valid [%n, 5] : tensor<?x5xbf16> to !tile.tile<16x64xbf16, mat, valid = ?x5>
  // CHECK-NEXT: %b = tile.load %y[0, 0] valid [%n, 5] : tensor<?x5xbf16> to !tile.tile<16x64xbf16, mat, valid = ?x5>
  %c = tile.load %x[120, %i] clamp : tensor<128x1024xbf16> to !tile.tile<16x64xbf16, valid = 8x?>
  // CHECK-NEXT: %c = tile.load %x[120, %i] clamp : tensor<128x1024xbf16> to !tile.tile<16x64xbf16, valid = 8x?>
  %d = tile.load %x[120, 0] valid [12, %n] clamp {note = "all"} : tensor<128x1024xbf16> to !tile.tile<16x64xbf16, vec, valid = 8x?>
  // CHECK-NEXT: %d = tile.load %x[120, 0] valid [12, %n] clamp {note = "all"} : tensor<128x1024xbf16> to !tile.tile<16x64xbf16, vec, valid = 8x?>
  %e = tile.load %z[%i, 0, 0] : tensor<2x64x64xbf16> to !tile.tile<64x64xbf16, mat, layout = <row, col, 512>>
  // CHECK-NEXT: %e = tile.load %z[%i, 0, 0] : tensor<2x64x64xbf16> to !tile.tile<64x64xbf16, mat, layout = <row, col, 512>>
  %f = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  // CHECK-NEXT: %f = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  %0 = tile.store %ones into %out[%i, 0] : !tile.tile<16x64xf32, vec> into tensor<128x64xf32>
  // CHECK-NEXT: %0 = tile.store %ones into %out[%i, 0] : !tile.tile<16x64xf32, vec> into tensor<128x64xf32>
  %1 = tile.store %ones into %0[0, 0] sizes [16, 64] : !tile.tile<16x64xf32, vec> into tensor<128x64xf32>
  // CHECK-NEXT: %1 = tile.store %ones into %0[0, 0] sizes [16, 64] : !tile.tile<16x64xf32, vec> into tensor<128x64xf32>
  %2 = tile.store %ones into %1[0, %i] atomic : !tile.tile<16x64xf32, vec> into tensor<128x64xf32>
  // CHECK-NEXT: %2 = tile.store %ones into %1[0, %i] atomic : !tile.tile<16x64xf32, vec> into tensor<128x64xf32>
  %3 = tile.store %ones into %pages[0, 0, 0] sizes [2, 8, %n] atomic {note = "all"} : !tile.tile<16x64xf32, vec> into tensor<2x8x64xf32>
  // CHECK-NEXT: %3 = tile.store %ones into %pages[0, 0, 0] sizes [2, 8, %n] atomic {note = "all"} : !tile.tile<16x64xf32, vec> into tensor<2x8x64xf32>
  %4 = tile.store %acc into %half[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf16>
  // CHECK-NEXT: %4 = tile.store %acc into %half[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf16>
  func.return
}

func.func @transfer(%a: !tile.tile<16x256xbf16, mat>, %b: !tile.tile<16x64xbf16, mat, valid = ?x5>, %v: !tile.tile<16x64xf32, vec>, %acc: !tile.tile<16x64xf32, acc>, %bias: !tile.tile<1x64xf32, mat, layout = <row, none, 512>>, %target: !tile.tile<32x64xbf16, mat>, %i: index) {
// CHECK-LABEL: func.func @transfer(
  %0 = tile.extract %a[0, %i] : !tile.tile<16x256xbf16, mat> to !tile.tile<16x64xbf16, left>
  // CHECK-NEXT: %0 = tile.extract %a[0, %i] : !tile.tile<16x256xbf16, mat> to !tile.tile<16x64xbf16, left>
  %1 = tile.extract %a[0, 0] {note = "all"} : !tile.tile<16x256xbf16, mat> to !tile.tile<16x64xbf16, left, layout = <row, row, 512>>
  // CHECK-NEXT: %1 = tile.extract %a[0, 0] {note = "all"} : !tile.tile<16x256xbf16, mat> to !tile.tile<16x64xbf16, left, layout = <row, row, 512>>
  %2 = tile.extract %b[0, 0] : !tile.tile<16x64xbf16, mat, valid = ?x5> to !tile.tile<16x16xbf16, right, valid = ?x5, compact>
  // CHECK-NEXT: %2 = tile.extract %b[0, 0] : !tile.tile<16x64xbf16, mat, valid = ?x5> to !tile.tile<16x16xbf16, right, valid = ?x5, compact>
  %3 = tile.move %v : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, mat>
  // CHECK-NEXT: %3 = tile.move %v : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, mat>
  %4 = tile.move %bias {note = "flat"} : !tile.tile<1x64xf32, mat, layout = <row, none, 512>> to !tile.tile<1x64xf32, bias>
  // CHECK-NEXT: %4 = tile.move %bias {note = "flat"} : !tile.tile<1x64xf32, mat, layout = <row, none, 512>> to !tile.tile<1x64xf32, bias>
  %5 = tile.slice %a[0, 16] : !tile.tile<16x256xbf16, mat> to !tile.tile<16x64xbf16, mat>
  // CHECK-NEXT: %5 = tile.slice %a[0, 16] : !tile.tile<16x256xbf16, mat> to !tile.tile<16x64xbf16, mat>
  %6 = tile.slice %v[%i, 60] {note = "all"} : !tile.tile<16x64xf32, vec> to !tile.tile<8x4xf32, vec>
  // CHECK-NEXT: %6 = tile.slice %v[%i, 60] {note = "all"} : !tile.tile<16x64xf32, vec> to !tile.tile<8x4xf32, vec>
  %7 = tile.assemble %acc into %target[%i, 0] : !tile.tile<16x64xf32, acc> into !tile.tile<32x64xbf16, mat> -> !tile.tile<32x64xbf16, mat>
  // CHECK-NEXT: %7 = tile.assemble %acc into %target[%i, 0] : !tile.tile<16x64xf32, acc> into !tile.tile<32x64xbf16, mat> -> !tile.tile<32x64xbf16, mat>
  %8 = tile.assemble %acc into %7[16, 0] {note = "all"} : !tile.tile<16x64xf32, acc> into !tile.tile<32x64xbf16, mat> -> !tile.tile<32x64xbf16, mat>
  // CHECK-NEXT: %8 = tile.assemble %acc into %7[16, 0] {note = "all"} : !tile.tile<16x64xf32, acc> into !tile.tile<32x64xbf16, mat> -> !tile.tile<32x64xbf16, mat>
  func.return
}

func.func @views(%a: !tile.tile<16x256xbf16, mat>, %v: !tile.tile<16x64xf32, vec>, %n: index) {
// CHECK-LABEL: func.func @views(
  %0 = tile.set_validshape %v[%n, 10] : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec, valid = ?x10>
  // CHECK-NEXT: %0 = tile.set_validshape %v[%n, 10] : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec, valid = ?x10>
  %1 = tile.set_validshape %v[0, 64] {note = "all"} : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec, valid = 0x64>
  // CHECK-NEXT: %1 = tile.set_validshape %v[0, 64] {note = "all"} : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf32, vec, valid = 0x64>
  %2, %3 = tile.get_validshape %0 : !tile.tile<16x64xf32, vec, valid = ?x10>
  // CHECK-NEXT: %2, %3 = tile.get_validshape %0 : !tile.tile<16x64xf32, vec, valid = ?x10>
  %4 = tile.transpose_view %a : !tile.tile<16x256xbf16, mat> to !tile.tile<256x16xbf16, mat, layout = <row, col, 512>>
  // CHECK-NEXT: %4 = tile.transpose_view %a : !tile.tile<16x256xbf16, mat> to !tile.tile<256x16xbf16, mat, layout = <row, col, 512>>
  %5 = tile.transpose_view %4 {note = "back"} : !tile.tile<256x16xbf16, mat, layout = <row, col, 512>> to !tile.tile<16x256xbf16, mat>
  // CHECK-NEXT: %5 = tile.transpose_view %4 {note = "back"} : !tile.tile<256x16xbf16, mat, layout = <row, col, 512>> to !tile.tile<16x256xbf16, mat>
  %6 = tile.reshape %v : !tile.tile<16x64xf32, vec> to !tile.tile<2x8x64xf32, vec>
  // CHECK-NEXT: %6 = tile.reshape %v : !tile.tile<16x64xf32, vec> to !tile.tile<2x8x64xf32, vec>
  %7 = tile.reshape %v {note = "vector"} : !tile.tile<16x64xf32, vec> to !tile.tile<1024x1xf32, vec>
  // CHECK-NEXT: %7 = tile.reshape %v {note = "vector"} : !tile.tile<16x64xf32, vec> to !tile.tile<1024x1xf32, vec>
  func.return
}

func.func @pages(%a: !tile.tile<4x16x64xbf16, mat, valid = 4x5x60>, %b: !tile.tile<4x64x32xbf16, mat>, %c: !tile.tile<2x3x16x64xi8, mat>, %d: !tile.tile<2x3x64x32xi8, mat, layout = <row, col, 512>>) {
// CHECK-LABEL: func.func @pages(
  %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat, valid = 4x5x60>, !tile.tile<4x64x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc, valid = 4x5x32, compact>
  // CHECK-NEXT: %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat, valid = 4x5x60>, !tile.tile<4x64x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc, valid = 4x5x32, compact>
  %1 = tile.batch_matmul %c, %d {note = "two leading extents"} : !tile.tile<2x3x16x64xi8, mat>, !tile.tile<2x3x64x32xi8, mat, layout = <row, col, 512>> -> !tile.tile<2x3x16x32xi32, acc>
  // CHECK-NEXT: %1 = tile.batch_matmul %c, %d {note = "two leading extents"} : !tile.tile<2x3x16x64xi8, mat>, !tile.tile<2x3x64x32xi8, mat, layout = <row, col, 512>> -> !tile.tile<2x3x16x32xi32, acc>
  func.return
}

func.func @cube(%a: !tile.tile<16x64xbf16, left>, %b: !tile.tile<64x32xbf16, right>, %bias: !tile.tile<1x32xf32, bias>, %x: !tile.tile<16x64xi8, mat, valid = 5x64>, %y: !tile.tile<64x32xi8, mat>, %first: i1) {
// CHECK-LABEL: func.func @cube(
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right> -> !tile.tile<16x32xf32, acc>
  // CHECK-NEXT: %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right> -> !tile.tile<16x32xf32, acc>
  %1 = tile.matmul %x, %y {note = "narrow rows"} : !tile.tile<16x64xi8, mat, valid = 5x64>, !tile.tile<64x32xi8, mat> -> !tile.tile<16x32xi32, acc, valid = 5x32, compact>
  // CHECK-NEXT: %1 = tile.matmul %x, %y {note = "narrow rows"} : !tile.tile<16x64xi8, mat, valid = 5x64>, !tile.tile<64x32xi8, mat> -> !tile.tile<16x32xi32, acc, valid = 5x32, compact>
  %2 = tile.matmul_acc %0, %a, %b : !tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>
  // CHECK-NEXT: %2 = tile.matmul_acc %0, %a, %b : !tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>
  %3 = tile.matmul_acc %2, %a, %b init %first {note = "all"} : !tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>
  // CHECK-NEXT: %3 = tile.matmul_acc %2, %a, %b init %first {note = "all"} : !tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>
  %4 = tile.matmul_bias %a, %b, %bias : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>, !tile.tile<1x32xf32, bias> -> !tile.tile<16x32xf32, acc>
  // CHECK-NEXT: %4 = tile.matmul_bias %a, %b, %bias : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>, !tile.tile<1x32xf32, bias> -> !tile.tile<16x32xf32, acc>
  %5 = tile.matmul_bias %a, %b, %bias {note = "all"} : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>, !tile.tile<1x32xf32, bias> -> !tile.tile<16x32xf32, acc>
  // CHECK-NEXT: %5 = tile.matmul_bias %a, %b, %bias {note = "all"} : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>, !tile.tile<1x32xf32, bias> -> !tile.tile<16x32xf32, acc>
  func.return
}

func.func @elementwise(%a: !tile.tile<16x64xf32, vec>, %b: !tile.tile<16x64xf32, vec, valid = ?x64>, %s: f32) {
// CHECK-LABEL: func.func @elementwise(
  %0 = tile.exp %a : !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %0 = tile.exp %a : !tile.tile<16x64xf32, vec>
  %1 = tile.log %a : !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %1 = tile.log %a : !tile.tile<16x64xf32, vec>
  %2 = tile.sqrt %a : !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %2 = tile.sqrt %a : !tile.tile<16x64xf32, vec>
  %3 = tile.rsqrt %a : !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %3 = tile.rsqrt %a : !tile.tile<16x64xf32, vec>
  %4 = tile.neg %a : !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %4 = tile.neg %a : !tile.tile<16x64xf32, vec>
  %5 = tile.abs %a : !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %5 = tile.abs %a : !tile.tile<16x64xf32, vec>
  %6 = tile.relu %a {note = "all"} : !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %6 = tile.relu %a {note = "all"} : !tile.tile<16x64xf32, vec>
  %7 = tile.add %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  // CHECK-NEXT: %7 = tile.add %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  %8 = tile.sub %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  // CHECK-NEXT: %8 = tile.sub %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  %9 = tile.mul %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  // CHECK-NEXT: %9 = tile.mul %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  %10 = tile.div %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  // CHECK-NEXT: %10 = tile.div %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  %11 = tile.maximum %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  // CHECK-NEXT: %11 = tile.maximum %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  %12 = tile.minimum %a, %b {note = "all"} : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  // CHECK-NEXT: %12 = tile.minimum %a, %b {note = "all"} : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec, valid = ?x64>
  %13 = tile.adds %a, %s : !tile.tile<16x64xf32, vec>, f32
  // CHECK-NEXT: %13 = tile.adds %a, %s : !tile.tile<16x64xf32, vec>, f32
  %14 = tile.subs %a, %s : !tile.tile<16x64xf32, vec>, f32
  // CHECK-NEXT: %14 = tile.subs %a, %s : !tile.tile<16x64xf32, vec>, f32
  %15 = tile.muls %a, %s : !tile.tile<16x64xf32, vec>, f32
  // CHECK-NEXT: %15 = tile.muls %a, %s : !tile.tile<16x64xf32, vec>, f32
  %16 = tile.divs %a, %s : !tile.tile<16x64xf32, vec>, f32
  // CHECK-NEXT: %16 = tile.divs %a, %s : !tile.tile<16x64xf32, vec>, f32
  %17 = tile.maximums %a, %s : !tile.tile<16x64xf32, vec>, f32
  // CHECK-NEXT: %17 = tile.maximums %a, %s : !tile.tile<16x64xf32, vec>, f32
  %18 = tile.minimums %a, %s {note = "all"} : !tile.tile<16x64xf32, vec>, f32
  // CHECK-NEXT: %18 = tile.minimums %a, %s {note = "all"} : !tile.tile<16x64xf32, vec>, f32
  func.return
}

func.func @compare_and_select(%a: !tile.tile<16x64xf32, vec>, %b: !tile.tile<16x64xf32, vec>, %s: f32) {
// CHECK-LABEL: func.func @compare_and_select(
  %0 = tile.cmp eq %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec> -> !tile.tile<16x64xi1, vec>
  // CHECK-NEXT: %0 = tile.cmp eq %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec> -> !tile.tile<16x64xi1, vec>
  %1 = tile.cmp ne %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec> -> !tile.tile<16x64xi1, vec>
  // CHECK-NEXT: %1 = tile.cmp ne %a, %b : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec> -> !tile.tile<16x64xi1, vec>
  %2 = tile.cmp lt %a, %b {note = "all"} : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec> -> !tile.tile<16x64xi1, vec>
  // CHECK-NEXT: %2 = tile.cmp lt %a, %b {note = "all"} : !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec> -> !tile.tile<16x64xi1, vec>
  %3 = tile.cmps le %a, %s : !tile.tile<16x64xf32, vec>, f32 -> !tile.tile<16x64xi1, vec>
  // CHECK-NEXT: %3 = tile.cmps le %a, %s : !tile.tile<16x64xf32, vec>, f32 -> !tile.tile<16x64xi1, vec>
  %4 = tile.cmps gt %a, %s : !tile.tile<16x64xf32, vec>, f32 -> !tile.tile<16x64xi1, vec>
  // CHECK-NEXT: %4 = tile.cmps gt %a, %s : !tile.tile<16x64xf32, vec>, f32 -> !tile.tile<16x64xi1, vec>
  %5 = tile.cmps ge %a, %s {note = "all"} : !tile.tile<16x64xf32, vec>, f32 -> !tile.tile<16x64xi1, vec>
  // CHECK-NEXT: %5 = tile.cmps ge %a, %s {note = "all"} : !tile.tile<16x64xf32, vec>, f32 -> !tile.tile<16x64xi1, vec>
  %6 = tile.sel %0, %a, %b : !tile.tile<16x64xi1, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %6 = tile.sel %0, %a, %b : !tile.tile<16x64xi1, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  %7 = tile.sel %1, %a, %b {note = "all"} : !tile.tile<16x64xi1, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %7 = tile.sel %1, %a, %b {note = "all"} : !tile.tile<16x64xi1, vec>, !tile.tile<16x64xf32, vec>, !tile.tile<16x64xf32, vec>
  func.return
}

func.func @cast(%a: !tile.tile<16x64xf32, acc, valid = 5x64, compact>, %b: !tile.tile<16x64xf32>) {
// CHECK-LABEL: func.func @cast(
  %0 = tile.cast %a none : !tile.tile<16x64xf32, acc, valid = 5x64, compact> to !tile.tile<16x64xbf16, vec, valid = 5x64>
  // CHECK-NEXT: %0 = tile.cast %a none : !tile.tile<16x64xf32, acc, valid = 5x64, compact> to !tile.tile<16x64xbf16, vec, valid = 5x64>
  %1 = tile.cast %b rint : !tile.tile<16x64xf32> to !tile.tile<16x64xbf16>
  // CHECK-NEXT: %1 = tile.cast %b rint : !tile.tile<16x64xf32> to !tile.tile<16x64xbf16>
  %2 = tile.cast %b round : !tile.tile<16x64xf32> to !tile.tile<16x64xf16>
  // CHECK-NEXT: %2 = tile.cast %b round : !tile.tile<16x64xf32> to !tile.tile<16x64xf16>
  %3 = tile.cast %b floor : !tile.tile<16x64xf32> to !tile.tile<16x64xi32>
  // CHECK-NEXT: %3 = tile.cast %b floor : !tile.tile<16x64xf32> to !tile.tile<16x64xi32>
  %4 = tile.cast %b ceil : !tile.tile<16x64xf32> to !tile.tile<16x64xi16>
  // CHECK-NEXT: %4 = tile.cast %b ceil : !tile.tile<16x64xf32> to !tile.tile<16x64xi16>
  %5 = tile.cast %b trunc : !tile.tile<16x64xf32> to !tile.tile<16x64xi8>
  // CHECK-NEXT: %5 = tile.cast %b trunc : !tile.tile<16x64xf32> to !tile.tile<16x64xi8>
  %6 = tile.cast %b odd {note = "all"} : !tile.tile<16x64xf32> to !tile.tile<16x64xf8E4M3FN>
  // CHECK-NEXT: %6 = tile.cast %b odd {note = "all"} : !tile.tile<16x64xf32> to !tile.tile<16x64xf8E4M3FN>
  func.return
}

func.func @rows_and_columns(%a: !tile.tile<16x64xf32, vec, valid = 5x?>) {
// CHECK-LABEL: func.func @rows_and_columns(
  %0 = tile.row_sum %a : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<16x1xf32, vec, valid = 5x1>
  // CHECK-NEXT: %0 = tile.row_sum %a : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<16x1xf32, vec, valid = 5x1>
  %1 = tile.row_max %a : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<16x1xf32, vec, valid = 5x1>
  // CHECK-NEXT: %1 = tile.row_max %a : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<16x1xf32, vec, valid = 5x1>
  %2 = tile.row_min %a {note = "all"} : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<16x1xf32, vec, valid = 5x1>
  // CHECK-NEXT: %2 = tile.row_min %a {note = "all"} : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<16x1xf32, vec, valid = 5x1>
  %3 = tile.col_sum %a : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<1x64xf32, vec, valid = 1x?>
  // CHECK-NEXT: %3 = tile.col_sum %a : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<1x64xf32, vec, valid = 1x?>
  %4 = tile.col_max %a : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<1x64xf32, vec, valid = 1x?>
  // CHECK-NEXT: %4 = tile.col_max %a : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<1x64xf32, vec, valid = 1x?>
  %5 = tile.col_min %a : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<1x64xf32, vec, valid = 1x?>
  // CHECK-NEXT: %5 = tile.col_min %a : !tile.tile<16x64xf32, vec, valid = 5x?> -> !tile.tile<1x64xf32, vec, valid = 1x?>
  %6 = tile.row_expand_add %a, %0 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<16x1xf32, vec, valid = 5x1>
  // CHECK-NEXT: %6 = tile.row_expand_add %a, %0 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<16x1xf32, vec, valid = 5x1>
  %7 = tile.row_expand_sub %a, %0 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<16x1xf32, vec, valid = 5x1>
  // CHECK-NEXT: %7 = tile.row_expand_sub %a, %0 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<16x1xf32, vec, valid = 5x1>
  %8 = tile.row_expand_mul %a, %0 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<16x1xf32, vec, valid = 5x1>
  // CHECK-NEXT: %8 = tile.row_expand_mul %a, %0 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<16x1xf32, vec, valid = 5x1>
  %9 = tile.row_expand_div %a, %0 {note = "all"} : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<16x1xf32, vec, valid = 5x1>
  // CHECK-NEXT: %9 = tile.row_expand_div %a, %0 {note = "all"} : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<16x1xf32, vec, valid = 5x1>
  %10 = tile.col_expand_add %a, %3 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<1x64xf32, vec, valid = 1x?>
  // CHECK-NEXT: %10 = tile.col_expand_add %a, %3 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<1x64xf32, vec, valid = 1x?>
  %11 = tile.col_expand_sub %a, %3 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<1x64xf32, vec, valid = 1x?>
  // CHECK-NEXT: %11 = tile.col_expand_sub %a, %3 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<1x64xf32, vec, valid = 1x?>
  %12 = tile.col_expand_mul %a, %3 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<1x64xf32, vec, valid = 1x?>
  // CHECK-NEXT: %12 = tile.col_expand_mul %a, %3 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<1x64xf32, vec, valid = 1x?>
  %13 = tile.col_expand_div %a, %3 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<1x64xf32, vec, valid = 1x?>
  // CHECK-NEXT: %13 = tile.col_expand_div %a, %3 : !tile.tile<16x64xf32, vec, valid = 5x?>, !tile.tile<1x64xf32, vec, valid = 1x?>
  func.return
}

func.func @kernel(%acc: !tile.tile<16x64xf32, acc>, %v: !tile.tile<16x64xf32, vec>) attributes {tile.kind = #tile<kind in_core>, tile.planner = "dsa-rp"} {
// CHECK-LABEL: func.func @kernel(
// CHECK-SAME: attributes {tile.kind = #tile<kind in_core>, tile.planner = "dsa-rp"} {
  %0 = tile.block_idx
  // CHECK-NEXT: %0 = tile.block_idx
  %1 = tile.block_num {note = "all"}
  // CHECK-NEXT: %1 = tile.block_num {note = "all"}
  tile.push %acc to vector pipe 0 : !tile.tile<16x64xf32, acc>
  // CHECK-NEXT: tile.push %acc to vector pipe 0 : !tile.tile<16x64xf32, acc>
  tile.push %v to cube pipe 1 {note = "all"} : !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: tile.push %v to cube pipe 1 {note = "all"} : !tile.tile<16x64xf32, vec>
  %2 = tile.pop from cube pipe 0 : !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: %2 = tile.pop from cube pipe 0 : !tile.tile<16x64xf32, vec>
  %3 = tile.pop from vector pipe 1 {note = "all"} : !tile.tile<16x64xf32, mat>
  // CHECK-NEXT: %3 = tile.pop from vector pipe 1 {note = "all"} : !tile.tile<16x64xf32, mat>
  tile.free %2 : !tile.tile<16x64xf32, vec>
  // CHECK-NEXT: tile.free %2 : !tile.tile<16x64xf32, vec>
  tile.free %3 {note = "all"} : !tile.tile<16x64xf32, mat>
  // CHECK-NEXT: tile.free %3 {note = "all"} : !tile.tile<16x64xf32, mat>
  func.return
}

func.func @pipelined(%n: index, %step: index) attributes {tile.kind = #tile<kind opaque>} {
// CHECK-LABEL: func.func @pipelined(
// CHECK-SAME: attributes {tile.kind = #tile<kind opaque>} {
  scf.for %i = %n to %n step %step {
  // CHECK-NEXT: scf.for %i = %n to %n step %step {
  } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
  // CHECK-NEXT: } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
  func.return
}

func.func @launch() attributes {tile.kind = #tile<kind orchestration>} {
// CHECK-LABEL: func.func @launch(
// CHECK-SAME: attributes {tile.kind = #tile<kind orchestration>} {
  func.return
}

// GENERIC: "tile.load"(%x, %i) <{static_offsets = array<i64: -9223372036854775808, 0>, static_valid_sizes = array<i64>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<128x1024xbf16>, index) -> !tile.tile<16x256xbf16, mat>
// GENERIC: "tile.load"(%x, %n) <{static_offsets = array<i64: 120, 0>, static_valid_sizes = array<i64: 12, -9223372036854775808>, clamp, operandSegmentSizes = array<i32: 1, 0, 1>}> {note = "all"}
// GENERIC: "tile.store"(%ones, %0) <{static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 16, 64>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}>
// GENERIC: "tile.extract"(%a, %i) <{static_offsets = array<i64: 0, -9223372036854775808>}>
// GENERIC: "tile.matmul_acc"(%2, %a, %b, %first) {note = "all"}
// GENERIC: "tile.cmp"(%a, %b) <{predicate = #tile<cmp eq>}>
// GENERIC: "tile.cast"(%a) <{mode = #tile<round none>}>
// GENERIC: "tile.push"(%acc) <{receiver = #tile<core vector>, pipe = 0 : i64}>
