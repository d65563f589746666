// RUN: tile-opt %s -p "expand-mixed-kernel,convert-tile-to-pto{machine=ascend910b}" --check-semantics --verify-roundtrip | filecheck %s --check-prefixes CHECK,A3
// RUN: tile-opt %s -p "expand-mixed-kernel,convert-tile-to-pto{machine=ascend950}" --check-semantics --verify-roundtrip | filecheck %s --check-prefixes CHECK,A5

// All pipes of a direction are one FIFO: of four slots a direction, as there are two. What a kernel pops it reserves
// the room for, and imports the other's. On A3 tiles go by way of global memory, which the caller provides.

// CHECK-LABEL: func.func private @f_cube(
// A3-SAME:       %out: !pto.ptr<f32>, %slots: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>,
// A3-SAME:       -> [inout 2 : tensor<16x16xf32>], [scratch 3 : tensor<2048xf32>]>
// A5-SAME:       %out: !pto.ptr<f32>) attributes {pto.kernel_kind = #pto.kernel_kind<cube>,
// CHECK-NEXT:    [[C:%.*]] = pto.import_reserved_buffer{name = "c2v", peer_func = @f_vector} -> i32
// A3-NEXT:       [[V:%.*]] = pto.reserve_buffer{name = "v2c", size = 2048, location = <mat>, auto = true} -> i32
// A3-NEXT:       pto.aic_initialize_pipe{dir_mask = 3, slot_size = 1024} (gm_slot_buffer = %slots : !pto.ptr<f32>, c2v_consumer_buf = [[C]] : i32, v2c_consumer_buf = [[V]] : i32)
// A5-NEXT:       [[V:%.*]] = pto.reserve_buffer{name = "v2c", size = 4096, location = <mat>, auto = true} -> i32
// A5-NEXT:       pto.aic_initialize_pipe{dir_mask = 3, slot_size = 1024} (c2v_consumer_buf = [[C]] : i32, v2c_consumer_buf = [[V]] : i32)
// CHECK:         pto.tmatmul
// CHECK-NEXT:    pto.tpush_to_aiv(%s : {{.*}}) {split = 0}
// CHECK-NEXT:    %m = pto.tpop_from_aiv {split = 0} -> !pto.tile_buf<mat, 16x16xbf16, blayout=col_major, slayout=row_major>
// CHECK:         pto.tmov ins(%m :
// CHECK-NEXT:    pto.tfree_from_aiv{split = 0}

// CHECK-LABEL: func.func private @f_vector(
// CHECK-NEXT:    [[C:%.*]] = pto.reserve_buffer{name = "c2v"
// CHECK-NEXT:    [[V:%.*]] = pto.import_reserved_buffer{name = "v2c", peer_func = @f_cube} -> i32
// CHECK-NEXT:    pto.aiv_initialize_pipe
// CHECK:         %w = pto.tpop_from_aic {split = 0} -> !pto.tile_buf<vec, 16x16xf32>
// CHECK:         pto.texp ins(%w
// CHECK:         pto.tfree_from_aic{split = 0}
// CHECK:         pto.tpush_to_aic(%p : {{.*}}) {split = 0}

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    pto.entry
// CHECK-NEXT:    func.call @f_cube(%q, %v, %out
// CHECK-NEXT:    func.call @f_vector(%q, %v, %out
// CHECK-NEXT:    func.return
func.func @f(%q: tensor<16x16xbf16>, %v: tensor<16x16xbf16>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %q[0, 0] : tensor<16x16xbf16> to !tile.tile<16x16xbf16, mat>
  %b = tile.load %v[0, 0] : tensor<16x16xbf16> to !tile.tile<16x16xbf16, mat>
  %l = tile.move %a : !tile.tile<16x16xbf16, mat> to !tile.tile<16x16xbf16, left>
  %r = tile.move %b : !tile.tile<16x16xbf16, mat> to !tile.tile<16x16xbf16, right>
  %s = tile.matmul %l, %r : !tile.tile<16x16xbf16, left>, !tile.tile<16x16xbf16, right> -> !tile.tile<16x16xf32, acc>
  %w = tile.move %s : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xf32, vec>
  %e = tile.exp %w : !tile.tile<16x16xf32, vec>
  %p = tile.cast %e rint : !tile.tile<16x16xf32, vec> to !tile.tile<16x16xbf16, vec>
  %m = tile.move %p : !tile.tile<16x16xbf16, vec> to !tile.tile<16x16xbf16, mat>
  %pl = tile.move %m : !tile.tile<16x16xbf16, mat> to !tile.tile<16x16xbf16, left>
  %o = tile.matmul %pl, %r : !tile.tile<16x16xbf16, left>, !tile.tile<16x16xbf16, right> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %o into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// Slots go back in the order in which they were taken. A result of a kernel is a pointer of the launch.
// CHECK-LABEL: func.func private @order_cube(
// CHECK:         pto.aic_initialize_pipe{dir_mask = 1, slot_size = 1024}
// CHECK-LABEL: func.func private @order_vector(
// CHECK-SAME:    %new: !pto.ptr<f32>
// CHECK:         %a = pto.tpop_from_aic
// CHECK-NEXT:    %b = pto.tpop_from_aic
// CHECK:         pto.texp ins(%b
// CHECK-NOT:     pto.tfree
// CHECK:         pto.tadd ins(%a
// CHECK-NEXT:    pto.tfree_from_aic{split = 0}
// CHECK-NEXT:    pto.tfree_from_aic{split = 0}
// CHECK-LABEL: func.func @order(
// CHECK:         func.call @order_vector(%q, %{{[a-z0-9]*}}
func.func @order(%q: tensor<16x16xf16>) -> tensor<16x16xf32> {
  %t = tile.load %q[0, 0] : tensor<16x16xf16> to !tile.tile<16x16xf16, mat>
  %l = tile.move %t : !tile.tile<16x16xf16, mat> to !tile.tile<16x16xf16, left>
  %r = tile.move %t : !tile.tile<16x16xf16, mat> to !tile.tile<16x16xf16, right>
  %c = tile.matmul %l, %r : !tile.tile<16x16xf16, left>, !tile.tile<16x16xf16, right> -> !tile.tile<16x16xf32, acc>
  %a = tile.move %c : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xf32, vec>
  %b = tile.move %c : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xf32, vec>
  %e = tile.exp %b : !tile.tile<16x16xf32, vec>
  %d = tile.add %a, %e : !tile.tile<16x16xf32, vec>, !tile.tile<16x16xf32, vec>
  %new = tensor.empty() : tensor<16x16xf32>
  %0 = tile.store %d into %new[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}
