// RUN: tile-opt %s --check-semantics -p tile-matmul-to-mat{machine=toy_cube},distribute-blocks{cores=4} > %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: tile-opt - -p distribute-blocks{cores=4} < %t.mlir | filecheck %s
// RUN: tile-run %s --function boundary --output %t.npy
// RUN: tile-run %t.mlir --function boundary --blocks 1 --expect %t.npy
// RUN: tile-run %t.mlir --function boundary --blocks 3 --expect %t.npy
// RUN: tile-run %t.mlir --function boundary --blocks 7 --expect %t.npy

// Two loops without anything between them are dealt out together: 16 blocks.

func.func @nest(%a: tensor<64x256xf32>, %b: tensor<256x64xf32>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x256xf32, mat>, !tile.tile<256x64xf32, mat> -> !tile.tile<64x64xf32, acc>
  %y = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %y : tensor<64x64xf32>
}
// CHECK-LABEL: func.func @nest
// CHECK-SAME:    tile.cores = 4 : i64
// CHECK-NEXT:    %core = tile.block_idx
// CHECK-NEXT:    %cores = tile.block_num
// CHECK:         scf.for %block = %core to %c16{{.*}} step %cores iter_args(%done = %out)
// CHECK-NEXT:      %[[COLUMN:.*]] = arith.remui %block, %c4
// CHECK-NEXT:      %[[ROW:.*]] = arith.divui %block, %c4
// CHECK-NEXT:      %n_o = arith.muli %[[COLUMN]]
// CHECK-NEXT:      %m_o = arith.muli %[[ROW]]
// CHECK:           tile.store %{{.*}} into %done[%m_o, %n_o]
// CHECK-NEXT:      scf.yield

// Tails are blocks too, and the dealing goes on through them: 2, 1, 2 and 1 of them.

func.func @boundary(%a: tensor<50x300xbf16>, %b: tensor<300x70xbf16>, %out: tensor<50x70xf32>) -> tensor<50x70xf32> {
  %lhs = tile.load %a[0, 0] valid [50, 300] : tensor<50x300xbf16> to !tile.tile<64x304xbf16, mat, valid = 50x300>
  %rhs = tile.load %b[0, 0] valid [300, 70] : tensor<300x70xbf16> to !tile.tile<304x80xbf16, mat, valid = 300x70>
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x304xbf16, mat, valid = 50x300>, !tile.tile<304x80xbf16, mat, valid = 300x70> -> !tile.tile<64x80xf32, acc, valid = 50x70, compact>
  %y = tile.store %c into %out[0, 0] : !tile.tile<64x80xf32, acc, valid = 50x70, compact> into tensor<50x70xf32>
  func.return %y : tensor<50x70xf32>
}
// CHECK-LABEL: func.func @boundary
// CHECK:         %[[Y0:.*]] = scf.for %{{.*}} = %core to %c2{{.*}} step %cores iter_args(%{{.*}} = %out)
// CHECK:         %[[TAKEN:.*]] = arith.remui %c2{{.*}}, %cores
// CHECK-NEXT:    %[[LEFT:.*]] = arith.subi %cores, %[[TAKEN]]
// CHECK-NEXT:    %[[AHEAD:.*]] = arith.addi %core, %[[LEFT]]
// CHECK-NEXT:    %[[FIRST:.*]] = arith.remui %[[AHEAD]], %cores
// CHECK:         %[[Y1:.*]] = scf.for %{{.*}} = %[[FIRST]] to %c1 step %cores iter_args(%[[DONE:.*]] = %[[Y0]])
// CHECK-NEXT:      tile.create
// CHECK:           tile.store %{{.*}} into %[[DONE]][0, 64]
// CHECK:         arith.remui %c3, %cores
// CHECK:         scf.for %{{.*}} to %c2{{.*}} step %cores iter_args(%{{.*}} = %[[Y1]])
// CHECK:         arith.remui %c5, %cores
// CHECK:         %y = scf.for %{{.*}} to %c1{{.*}} step %cores
// CHECK:         func.return %y

// Where a panel is held for a column of blocks, the columns are dealt out. No more cores than blocks are asked for.

func.func @held(%a: tensor<512x32xbf16>, %b: tensor<32x96xbf16>, %out: tensor<512x96xf32>) -> tensor<512x96xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x32xbf16> to !tile.tile<512x32xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<32x96xbf16> to !tile.tile<32x96xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x32xbf16, mat>, !tile.tile<32x96xbf16, mat> -> !tile.tile<512x96xf32, acc>
  %y = tile.store %c into %out[0, 0] : !tile.tile<512x96xf32, acc> into tensor<512x96xf32>
  func.return %y : tensor<512x96xf32>
}
// CHECK-LABEL: func.func @held
// CHECK-SAME:    tile.cores = 3 : i64
// CHECK:         scf.for %block = %core to %c3{{.*}} step %cores
// CHECK-NEXT:      %n_o = arith.muli %block
// CHECK-NEXT:      %rhs = tile.load %b[0, %n_o]
// CHECK-NEXT:      scf.for %m_o
