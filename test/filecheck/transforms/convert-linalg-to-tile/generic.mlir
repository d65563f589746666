// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile 2>/dev/null | filecheck %s

// A linalg.generic that spells out a matmul is one, in whatever order it adds and multiplies.

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @i8(%x: tensor<16x32xi8>, %w: tensor<32x32xi8>, %c: tensor<16x32xi32>) -> tensor<16x32xi32> {
  %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<16x32xi8>, tensor<32x32xi8>) outs(%c : tensor<16x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %aw = arith.extsi %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %p = arith.muli %bw, %aw : i32
    %s = arith.addi %p, %sum : i32
    linalg.yield %s : i32
  } -> tensor<16x32xi32>
  func.return %y : tensor<16x32xi32>
}

// CHECK-LABEL: func.func @i8
// CHECK:         tile.matmul %lhs, %rhs : !tile.tile<16x32xi8, mat>, !tile.tile<32x32xi8, mat>
// CHECK:         %y = tile.store %acc into %c[0, 0] atomic

// Something else is no product: factors taken as unsigned stay, a sum of squares is the vector core's.

func.func @others(%x: tensor<16x32xi8>, %w: tensor<32x32xi8>, %c: tensor<16x32xi32>) -> tensor<16x32xi32> {
  %1 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<16x32xi8>, tensor<32x32xi8>) outs(%c : tensor<16x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %aw = arith.extui %a : i8 to i32
    %bw = arith.extui %b : i8 to i32
    %p = arith.muli %aw, %bw : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<16x32xi32>
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<16x32xi8>, tensor<32x32xi8>) outs(%1 : tensor<16x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %aw = arith.extsi %a : i8 to i32
    %p = arith.muli %aw, %aw : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<16x32xi32>
  func.return %0 : tensor<16x32xi32>
}

// CHECK-LABEL: func.func @others
// CHECK-NOT:     tile.matmul
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         tile.row_sum
