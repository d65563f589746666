// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend950 planner=pypto}" | filecheck %s

// Loads and matmuls between a matmul and its store are transparent; sub-tiles are stored where the store stood.

// Two matmuls whose stores chain in the other order are both tiled.
// CHECK-LABEL: func.func @stores_in_the_other_order(
// CHECK:         %[[D:.*]] = tile.store %d_t3 into %{{.*}}[256, 768]
// CHECK:         tile.store %c_t0 into %[[D]][0, 0]
// CHECK:         %[[C:.*]] = tile.store %c_t3 into %{{.*}}[256, 256]
// CHECK-NEXT:    func.return %[[C]]
func.func @stores_in_the_other_order(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  %d = tile.matmul %rhs, %lhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  %0 = tile.store %d into %out[0, 512] : !tile.tile<512x512xf32, acc> into tensor<512x1024xf32>
  %1 = tile.store %c into %0[0, 0] : !tile.tile<512x512xf32, acc> into tensor<512x1024xf32>
  func.return %1 : tensor<512x1024xf32>
}

// Sub-tile offsets add to the store's own; leading offsets, atomicity and marks stay.
// CHECK-LABEL: func.func @base_offsets(
// CHECK:         tile.store %c_t0 into %out[1, %r, 512] atomic {test.mark}
// CHECK:         %[[ROW:.*]] = arith.addi %r, %c256 : index
// CHECK-NEXT:    tile.store %c_t1 into %out_t0[1, %[[ROW]], 512] atomic {test.mark}
// CHECK:         tile.store %c_t2 into %out_t1[1, %r, 768] atomic {test.mark}
func.func @base_offsets(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %out: tensor<2x1024x1024xf32>, %r: index) -> tensor<2x1024x1024xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<512x512xf32> to !tile.tile<512x512xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x512xf32, mat>, !tile.tile<512x512xf32, mat> -> !tile.tile<512x512xf32, acc>
  %bias = tile.load %a[0, 0] : tensor<512x512xf32> to !tile.tile<1x512xf32, vec>
  %0 = tile.store %c into %out[1, %r, 512] atomic {test.mark} : !tile.tile<512x512xf32, acc> into tensor<2x1024x1024xf32>
  func.return %0 : tensor<2x1024x1024xf32>
}
