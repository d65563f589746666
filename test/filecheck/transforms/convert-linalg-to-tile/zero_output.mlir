// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile | filecheck %s

// A product onto a tensor filled with zero is stored into a new one; the fill, the empty tensor and the zero go.

func.func @bf16(%x: tensor<32x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<32x48xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x48xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x48xf32>) -> tensor<32x48xf32>
  %y = linalg.matmul ins(%x, %w : tensor<32x64xbf16>, tensor<64x48xbf16>) outs(%filled : tensor<32x48xf32>)
    -> tensor<32x48xf32>
  func.return %y : tensor<32x48xf32>
}

// CHECK-LABEL: func.func @bf16(%x: tensor<32x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<32x48xf32>
// CHECK-SAME:    tile.kind = #tile<kind in_core>
// CHECK-SAME:    tile.abi = #tile.abi<[in 0 : tensor<32x64xbf16>, in 1 : tensor<64x48xbf16>] -> [out 2 : tensor<32x48xf32>]>
// CHECK-NEXT:    %out = tensor.empty() : tensor<32x48xf32>
// CHECK-NEXT:    %lhs = tile.load %x[0, 0] : tensor<32x64xbf16> to !tile.tile<32x64xbf16, mat>
// CHECK-NEXT:    %rhs = tile.load %w[0, 0] : tensor<64x48xbf16> to !tile.tile<64x48xbf16, mat>
// CHECK-NEXT:    %acc = tile.matmul %lhs, %rhs : {{.*}} -> !tile.tile<32x48xf32, acc>
// CHECK-NEXT:    %y = tile.store %acc into %out[0, 0] : !tile.tile<32x48xf32, acc> into tensor<32x48xf32>
// CHECK-NEXT:    func.return %y : tensor<32x48xf32>

func.func @f32(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%zero : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %y : tensor<16x16xf32>
}

// CHECK-LABEL: func.func @f32
// CHECK-NEXT:    tensor.empty
// CHECK:         tile.matmul %lhs, %rhs : !tile.tile<16x16xf32, mat>, !tile.tile<16x16xf32, mat> -> !tile.tile<16x16xf32, acc>

func.func @i8(%x: tensor<16x32xi8>, %w: tensor<32x64xi8>) -> tensor<16x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<16x64xi32>
  %filled = linalg.fill ins(%zero : i32) outs(%empty : tensor<16x64xi32>) -> tensor<16x64xi32>
  %y = linalg.matmul ins(%x, %w : tensor<16x32xi8>, tensor<32x64xi8>) outs(%filled : tensor<16x64xi32>)
    -> tensor<16x64xi32>
  func.return %y : tensor<16x64xi32>
}

// CHECK-LABEL: func.func @i8
// CHECK:         tile.matmul %lhs, %rhs : !tile.tile<16x32xi8, mat>, !tile.tile<32x64xi8, mat> -> !tile.tile<16x64xi32, acc>

// A fill that others read is one on the vector core.

func.func @shared_fill(%x: tensor<16x16xf16>, %w: tensor<16x16xf16>) -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x16xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x16xf32>) -> tensor<16x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf16>, tensor<16x16xf16>) outs(%filled : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %y, %filled : tensor<16x16xf32>, tensor<16x16xf32>
}

// CHECK-LABEL: func.func @shared_fill
// CHECK-SAME:    -> [out 2 : tensor<16x16xf32>, out 3 : tensor<16x16xf32>]
// CHECK-DAG:     %filled = tile.store %{{.*}} into %{{.*}}[0, 0] : !tile.tile<16x16xf32, vec>
// CHECK-DAG:     tile.store %acc into %{{.*}}[0, 0]
// CHECK:         func.return %{{.*}}, %filled
