// RUN: tile-opt %s -p cse | filecheck %s --check-prefix CSE
// RUN: tile-opt %s -p dce | filecheck %s --check-prefix DCE

// not run: test.op has no meaning

// Ops without a buffer that anyone overwrites are merged when equal; those whose result may be overwritten in place are
// buffers of their own and are not. Both go when unused, what moves a pipe stays, in order.

func.func @equal(%x: tensor<16x64xbf16>, %i: index) {
  %0 = tile.load %x[%i, 0] : tensor<16x64xbf16> to !tile.tile<16x64xbf16, mat>
  %1 = tile.load %x[%i, 0] : tensor<16x64xbf16> to !tile.tile<16x64xbf16, mat>
  %2 = tile.extract %0[0, %i] : !tile.tile<16x64xbf16, mat> to !tile.tile<16x16xbf16, left>
  %3 = tile.extract %1[0, %i] : !tile.tile<16x64xbf16, mat> to !tile.tile<16x16xbf16, left>
  %4 = tile.move %0 : !tile.tile<16x64xbf16, mat> to !tile.tile<16x64xbf16, vec>
  %5 = tile.move %1 : !tile.tile<16x64xbf16, mat> to !tile.tile<16x64xbf16, vec>
  %6 = tile.exp %4 : !tile.tile<16x64xbf16, vec>
  %7 = tile.exp %5 : !tile.tile<16x64xbf16, vec>
  %8 = tile.block_idx
  %9 = tile.block_idx
  "test.op"(%2, %3, %6, %7, %8, %9) : (!tile.tile<16x16xbf16, left>, !tile.tile<16x16xbf16, left>, !tile.tile<16x64xbf16, vec>, !tile.tile<16x64xbf16, vec>, index, index) -> ()
  func.return
}
// CSE-LABEL: func.func @equal(
// CSE-NEXT:    [[LOAD:%.*]] = tile.load
// CSE-NEXT:    [[EXTRACT:%.*]] = tile.extract [[LOAD]]
// CSE-NEXT:    [[MOVE:%.*]] = tile.move [[LOAD]]
// CSE-NEXT:    [[EXP:%.*]] = tile.exp [[MOVE]]
// CSE-NEXT:    [[BLOCK:%.*]] = tile.block_idx
// CSE-NEXT:    "test.op"([[EXTRACT]], [[EXTRACT]], [[EXP]], [[EXP]], [[BLOCK]], [[BLOCK]])

func.func @nearly_equal(%x: tensor<16x64xbf16>, %v: !tile.tile<16x64xf32, vec>) {
  %0 = tile.load %x[0, 0] : tensor<16x64xbf16> to !tile.tile<16x64xbf16, mat>
  %1 = tile.load %x[0, 0] : tensor<16x64xbf16> to !tile.tile<16x64xbf16, vec>
  %2 = tile.load %x[0, 0] clamp : tensor<16x64xbf16> to !tile.tile<16x64xbf16, vec>
  %3 = tile.cast %v rint : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xbf16, vec>
  %4 = tile.cast %v floor : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xbf16, vec>
  "test.op"(%0, %1, %2, %3, %4) : (!tile.tile<16x64xbf16, mat>, !tile.tile<16x64xbf16, vec>, !tile.tile<16x64xbf16, vec>, !tile.tile<16x64xbf16, vec>, !tile.tile<16x64xbf16, vec>) -> ()
  func.return
}
// CSE-LABEL:   func.func @nearly_equal(
// CSE-COUNT-3:   tile.load
// CSE-COUNT-2:   tile.cast

func.func @buffers(%one: f32) {
  %0 = tile.create : !tile.tile<16x32xf32, acc>
  %1 = tile.create : !tile.tile<16x32xf32, acc>
  %2 = tile.fill %one : f32 to !tile.tile<16x32xf32, vec>
  %3 = tile.fill %one : f32 to !tile.tile<16x32xf32, vec>
  "test.op"(%0, %1, %2, %3) : (!tile.tile<16x32xf32, acc>, !tile.tile<16x32xf32, acc>, !tile.tile<16x32xf32, vec>, !tile.tile<16x32xf32, vec>) -> ()
  func.return
}
// CSE-LABEL: func.func @buffers(
// CSE-NEXT:    %0 = tile.create
// CSE-NEXT:    %1 = tile.create
// CSE-NEXT:    %2 = tile.fill
// CSE-NEXT:    %3 = tile.fill
// CSE-NEXT:    "test.op"(%0, %1, %2, %3)

func.func @products(%acc: !tile.tile<16x32xf32, acc>, %a: !tile.tile<16x64xbf16, left>, %b: !tile.tile<64x32xbf16, right>, %bias: !tile.tile<1x32xf32, bias>) {
  %0 = tile.matmul %a, %b : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right> -> !tile.tile<16x32xf32, acc>
  %1 = tile.matmul %a, %b : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right> -> !tile.tile<16x32xf32, acc>
  %2 = tile.matmul_acc %acc, %a, %b : !tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>
  %3 = tile.matmul_acc %acc, %a, %b : !tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>
  %4 = tile.matmul_bias %a, %b, %bias : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>, !tile.tile<1x32xf32, bias> -> !tile.tile<16x32xf32, acc>
  %5 = tile.matmul_bias %a, %b, %bias : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>, !tile.tile<1x32xf32, bias> -> !tile.tile<16x32xf32, acc>
  "test.op"(%0, %1, %2, %3, %4, %5) : (!tile.tile<16x32xf32, acc>, !tile.tile<16x32xf32, acc>, !tile.tile<16x32xf32, acc>, !tile.tile<16x32xf32, acc>, !tile.tile<16x32xf32, acc>, !tile.tile<16x32xf32, acc>) -> ()
  func.return
}
// CSE-LABEL: func.func @products(
// CSE:         "test.op"(%0, %1, %2, %3, %4, %5)

func.func @pages(%a: !tile.tile<4x16x64xbf16, mat>, %b: !tile.tile<4x64x32xbf16, mat>) {
  %0 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat>, !tile.tile<4x64x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc>
  %1 = tile.batch_matmul %a, %b : !tile.tile<4x16x64xbf16, mat>, !tile.tile<4x64x32xbf16, mat> -> !tile.tile<4x16x32xf32, acc>
  "test.op"(%0, %1) : (!tile.tile<4x16x32xf32, acc>, !tile.tile<4x16x32xf32, acc>) -> ()
  func.return
}
// CSE-LABEL: func.func @pages(
// CSE:         "test.op"(%0, %1)

func.func @in_place(%acc: !tile.tile<16x32xf32, acc>, %t: !tile.tile<16x32xf32, mat>, %v: !tile.tile<16x32xf32, vec>, %n: index) {
  %0 = tile.assemble %acc into %t[0, 0] : !tile.tile<16x32xf32, acc> into !tile.tile<16x32xf32, mat> -> !tile.tile<16x32xf32, mat>
  %1 = tile.assemble %acc into %t[0, 0] : !tile.tile<16x32xf32, acc> into !tile.tile<16x32xf32, mat> -> !tile.tile<16x32xf32, mat>
  %2 = tile.set_validshape %v[%n, 8] : !tile.tile<16x32xf32, vec> to !tile.tile<16x32xf32, vec, valid = ?x8>
  %3 = tile.set_validshape %v[%n, 8] : !tile.tile<16x32xf32, vec> to !tile.tile<16x32xf32, vec, valid = ?x8>
  "test.op"(%0, %1, %2, %3) : (!tile.tile<16x32xf32, mat>, !tile.tile<16x32xf32, mat>, !tile.tile<16x32xf32, vec, valid = ?x8>, !tile.tile<16x32xf32, vec, valid = ?x8>) -> ()
  func.return
}
// CSE-LABEL: func.func @in_place(
// CSE:         "test.op"(%0, %1, %2, %3)

// Tensors are values: two equal stores into one are one, a chain of two is two.
func.func @stores(%v: !tile.tile<16x32xf32, vec>, %out: tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>) {
  %0 = tile.store %v into %out[0, 0] atomic : !tile.tile<16x32xf32, vec> into tensor<16x32xf32>
  %1 = tile.store %v into %out[0, 0] atomic : !tile.tile<16x32xf32, vec> into tensor<16x32xf32>
  %2 = tile.store %v into %0[0, 0] atomic : !tile.tile<16x32xf32, vec> into tensor<16x32xf32>
  func.return %0, %1, %2 : tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>
}
// CSE-LABEL: func.func @stores(
// CSE-NEXT:    [[ONCE:%.*]] = tile.store %v into %out
// CSE-NEXT:    [[TWICE:%.*]] = tile.store %v into [[ONCE]]
// CSE-NEXT:    func.return [[ONCE]], [[ONCE]], [[TWICE]]

// A push between them keeps no equal pure ops apart, and pops are never merged.
func.func @pipes(%v: !tile.tile<16x32xf32, vec>) {
  %0 = tile.exp %v : !tile.tile<16x32xf32, vec>
  tile.push %0 to cube pipe 0 : !tile.tile<16x32xf32, vec>
  %1 = tile.exp %v : !tile.tile<16x32xf32, vec>
  tile.push %1 to cube pipe 0 : !tile.tile<16x32xf32, vec>
  %2 = tile.pop from cube pipe 1 : !tile.tile<16x32xf32, vec>
  %3 = tile.pop from cube pipe 1 : !tile.tile<16x32xf32, vec>
  tile.free %2 : !tile.tile<16x32xf32, vec>
  tile.free %3 : !tile.tile<16x32xf32, vec>
  %4 = tile.pop from cube pipe 2 : !tile.tile<16x32xf32, vec>
  func.return
}
// CSE-LABEL: func.func @pipes(
// CSE-NEXT:    %0 = tile.exp %v
// CSE-NEXT:    tile.push %0 to cube pipe 0
// CSE-NEXT:    tile.push %0 to cube pipe 0
// CSE-NEXT:    [[FIRST:%.*]] = tile.pop from cube pipe 1
// CSE-NEXT:    [[SECOND:%.*]] = tile.pop from cube pipe 1
// CSE-NEXT:    tile.free [[FIRST]]
// CSE-NEXT:    tile.free [[SECOND]]
// CSE-NEXT:    tile.pop from cube pipe 2
// CSE-NEXT:    func.return

// DCE-LABEL: func.func @pipes(
// DCE-NEXT:    %0 = tile.exp %v
// DCE-NEXT:    tile.push %0 to cube pipe 0
// DCE-NEXT:    %1 = tile.exp %v
// DCE-NEXT:    tile.push %1 to cube pipe 0
// DCE-NEXT:    %2 = tile.pop from cube pipe 1
// DCE-NEXT:    %3 = tile.pop from cube pipe 1
// DCE-NEXT:    tile.free %2
// DCE-NEXT:    tile.free %3
// DCE-NEXT:    %4 = tile.pop from cube pipe 2
// DCE-NEXT:    func.return

func.func @unused(%x: tensor<16x64xbf16>, %out: tensor<16x32xf32>, %a: !tile.tile<16x64xbf16, left>, %b: !tile.tile<64x32xbf16, right>, %bias: !tile.tile<1x32xf32, bias>, %v: !tile.tile<16x32xf32, vec>, %s: f32) {
  %0 = tile.create : !tile.tile<16x32xf32, acc>
  %1 = tile.fill %s : f32 to !tile.tile<16x32xf32, mat>
  %2 = tile.load %x[0, 0] : tensor<16x64xbf16> to !tile.tile<16x64xbf16, mat>
  %3 = tile.store %v into %out[0, 0] : !tile.tile<16x32xf32, vec> into tensor<16x32xf32>
  %4 = tile.extract %2[0, 0] : !tile.tile<16x64xbf16, mat> to !tile.tile<16x16xbf16, left>
  %5 = tile.move %v : !tile.tile<16x32xf32, vec> to !tile.tile<16x32xf32, mat>
  %6 = tile.slice %2[0, 0] : !tile.tile<16x64xbf16, mat> to !tile.tile<16x32xbf16, mat>
  %7 = tile.matmul %a, %b : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right> -> !tile.tile<16x32xf32, acc>
  %8 = tile.matmul_acc %0, %a, %b : !tile.tile<16x32xf32, acc>, !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>
  %9 = tile.matmul_bias %a, %b, %bias : !tile.tile<16x64xbf16, left>, !tile.tile<64x32xbf16, right>, !tile.tile<1x32xf32, bias> -> !tile.tile<16x32xf32, acc>
  %10 = tile.assemble %8 into %1[0, 0] : !tile.tile<16x32xf32, acc> into !tile.tile<16x32xf32, mat> -> !tile.tile<16x32xf32, mat>
  %11 = tile.set_validshape %10[5, 5] : !tile.tile<16x32xf32, mat> to !tile.tile<16x32xf32, mat, valid = 5x5>
  %12, %13 = tile.get_validshape %11 : !tile.tile<16x32xf32, mat, valid = 5x5>
  %14 = tile.transpose_view %11 : !tile.tile<16x32xf32, mat, valid = 5x5> to !tile.tile<32x16xf32, mat, valid = 5x5, layout = <row, col, 512>>
  %15 = tile.reshape %v : !tile.tile<16x32xf32, vec> to !tile.tile<512x1xf32, vec>
  %16 = tile.cast %v rint : !tile.tile<16x32xf32, vec> to !tile.tile<16x32xbf16, vec>
  %17 = tile.cmps lt %v, %s : !tile.tile<16x32xf32, vec>, f32 -> !tile.tile<16x32xi1, vec>
  %18 = tile.sel %17, %v, %v : !tile.tile<16x32xi1, vec>, !tile.tile<16x32xf32, vec>, !tile.tile<16x32xf32, vec>
  %19 = tile.row_max %v : !tile.tile<16x32xf32, vec> -> !tile.tile<16x1xf32, vec>
  %20 = tile.row_expand_sub %v, %19 : !tile.tile<16x32xf32, vec>, !tile.tile<16x1xf32, vec>
  %21 = tile.add %20, %18 : !tile.tile<16x32xf32, vec>, !tile.tile<16x32xf32, vec>
  %22 = tile.block_num
  func.return
}
// DCE-LABEL: func.func @unused(
// DCE-NEXT:    func.return
