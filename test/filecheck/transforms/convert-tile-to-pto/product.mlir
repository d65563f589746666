// RUN: tile-opt %s -p convert-tile-to-pto --check-semantics --verify-roundtrip | filecheck %s
// RUN: tile-opt %s -p "convert-tile-to-pto{machine=ascend950}" --check-semantics | filecheck %s --check-prefix A5

// An argument that is stored into is its own result; a new tensor is a pointer after the arguments.

// CHECK:       builtin.module attributes {pto.target_arch = "a3"} {
// CHECK-NEXT:    func.func @f(%x: !pto.ptr<f16>, %w: !pto.ptr<f16>, %y: !pto.ptr<f32>, %new: !pto.ptr<f32>) attributes {tile.abi = #tile.abi<[in 0 : tensor<20x32xf16>, in 1 : tensor<32x16xf16>, inout 2 : tensor<20x16xf32>] -> [out 3 : tensor<20x16xf32>, inout 2 : tensor<20x16xf32>]>} {
// CHECK:         %x_1 = pto.make_tensor_view %x, shape = [%c20, %c32], strides = [%c32, %c1] : !pto.tensor_view<20x32xf16>
// CHECK:         %a = pto.alloc_tile : !pto.tile_buf<mat, 32x32xf16, valid=20x32, blayout=col_major, slayout=row_major>
// CHECK-NEXT:    %x_2 = pto.partition_view %x_1, offsets = [%c0, %c0], sizes = [%c20, %c32] : !pto.tensor_view<20x32xf16> -> !pto.partition_tensor_view<20x32xf16>
// CHECK-NEXT:    pto.tload ins(%x_2 : {{.*}}) outs(%a : {{.*}})
// CHECK:         %l = pto.alloc_tile : !pto.tile_buf<left, 32x32xf16, valid=20x32, slayout=row_major>
// CHECK-NEXT:    pto.tmov ins(%a : {{.*}}) outs(%l : {{.*}})
// CHECK-NEXT:    %r = pto.alloc_tile : !pto.tile_buf<right, 32x16xf16, slayout=col_major>
// CHECK-NEXT:    pto.tmov ins(%b : {{.*}}) outs(%r : {{.*}})
// CHECK-NEXT:    %c = pto.alloc_tile : !pto.tile_buf<acc, 32x16xf32, valid=20x16, blayout=col_major, slayout=row_major, fractal=1024>
// CHECK-NEXT:    pto.tmatmul ins(%l, %r : {{.*}}) outs(%c : {{.*}})
// CHECK-NEXT:    [[W:%.*]] = pto.partition_view %y_1, offsets = [%c0, %c0], sizes = [%c20, %c16]
// CHECK-NEXT:    pto.tstore ins(%c : {{.*}}) outs([[W]] : !pto.partition_tensor_view<20x16xf32>)
// CHECK-NEXT:    [[V:%.*]] = pto.partition_view %new_1, offsets = [%c0, %c0], sizes = [%c20, %c16]
// CHECK-NEXT:    pto.tstore ins(%c : {{.*}}) outs([[V]] : !pto.partition_tensor_view<20x16xf32>)
// CHECK-NEXT:    func.return
// CHECK-NEXT:  }

// A left tile has the block order of the machine.
// A5:          builtin.module attributes {pto.target_arch = "a5"} {
// A5:            %l = pto.alloc_tile : !pto.tile_buf<left, 32x32xf16, valid=20x32, blayout=col_major, slayout=row_major>
func.func @f(%x: tensor<20x32xf16>, %w: tensor<32x16xf16>, %y: tensor<20x16xf32>) -> (tensor<20x16xf32>, tensor<20x16xf32>) {
  %a = tile.load %x[0, 0] valid [20, 32] : tensor<20x32xf16> to !tile.tile<20x32xf16, mat>
  %b = tile.load %w[0, 0] : tensor<32x16xf16> to !tile.tile<32x16xf16, mat>
  %l = tile.move %a : !tile.tile<20x32xf16, mat> to !tile.tile<20x32xf16, left>
  %r = tile.move %b : !tile.tile<32x16xf16, mat> to !tile.tile<32x16xf16, right>
  %c = tile.matmul %l, %r : !tile.tile<20x32xf16, left>, !tile.tile<32x16xf16, right> -> !tile.tile<20x16xf32, acc>
  %0 = tile.store %c into %y[0, 0] : !tile.tile<20x16xf32, acc> into tensor<20x16xf32>
  %new = tensor.empty() : tensor<20x16xf32>
  %1 = tile.store %c into %new[0, 0] : !tile.tile<20x16xf32, acc> into tensor<20x16xf32>
  func.return %1, %0 : tensor<20x16xf32>, tensor<20x16xf32>
}
