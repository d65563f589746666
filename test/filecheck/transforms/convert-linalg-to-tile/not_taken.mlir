// RUN: tile-opt %s --split-input-file --verify-diagnostics -p convert-linalg-to-tile

// What the vector core can't do stays, and a hint says what it is.

func.func @dynamic(%x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  // expected-hint@+1 {{stays on tensors: its extents are known only at run time; give its tensors static ones}}
  %0 = linalg.exp ins(%x : tensor<?x16xf32>) outs(%x : tensor<?x16xf32>) -> tensor<?x16xf32>
  func.return %0 : tensor<?x16xf32>
}

// -----

func.func @element_type(%x: tensor<4x16xf64>) -> tensor<4x16xf64> {
  // expected-hint@+1 {{stays on tensors: the vector core has no f64 in memory; widen it}}
  %0 = linalg.exp ins(%x : tensor<4x16xf64>) outs(%x : tensor<4x16xf64>) -> tensor<4x16xf64>
  func.return %0 : tensor<4x16xf64>
}

// -----

func.func @index(%x: tensor<4x16xi32>) -> tensor<4x16xi32> {
  // expected-hint@+1 {{stays on tensors: its body has 'linalg.index'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    outs(%x : tensor<4x16xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    linalg.yield %c : i32
  } -> tensor<4x16xi32>
  func.return %0 : tensor<4x16xi32>
}
