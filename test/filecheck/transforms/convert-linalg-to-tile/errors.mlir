// RUN: tile-opt %s --split-input-file --verify-diagnostics -p convert-linalg-to-tile

func.func @dynamic(%x: tensor<?x16xf32>, %w: tensor<16x16xf32>, %c: tensor<?x16xf32>) -> tensor<?x16xf32> {
  // expected-error@+1 {{M is known only at run time; tiles have static shapes: give its tensors one}}
  %y = linalg.matmul ins(%x, %w : tensor<?x16xf32>, tensor<16x16xf32>) outs(%c : tensor<?x16xf32>) -> tensor<?x16xf32>
  func.return %y : tensor<?x16xf32>
}

// -----

func.func @empty_extent(%x: tensor<16x0xf32>, %w: tensor<0x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error@+1 {{K is 0: there is nothing to multiply; remove the product}}
  %y = linalg.matmul ins(%x, %w : tensor<16x0xf32>, tensor<0x16xf32>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  func.return %y : tensor<16x16xf32>
}

// -----

func.func @uninitialised(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c = tensor.empty() : tensor<16x16xf32>
  // expected-error@+1 {{adds to a tensor.empty, which holds nothing yet; linalg.fill it with zero first}}
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %y : tensor<16x16xf32>
}

// -----

func.func @fault_B19(%x: tensor<16x32xi8>, %w: tensor<32x32xi8>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  // expected-error@+1 {{products of i8 accumulate in i32 and are stored as i32, not f32; change the output's type and convert after it}}
  %y = linalg.matmul ins(%x, %w : tensor<16x32xi8>, tensor<32x32xi8>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  func.return %y : tensor<16x32xf32>
}

// -----

func.func @f64(%x: tensor<16x16xf64>, %w: tensor<16x16xf64>, %c: tensor<16x16xf64>) -> tensor<16x16xf64> {
  // expected-error@+1 {{the cube of ascend910b cannot multiply f64: it takes f32, f16, bf16, i8; convert the factors before it}}
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf64>, tensor<16x16xf64>) outs(%c : tensor<16x16xf64>)
    -> tensor<16x16xf64>
  func.return %y : tensor<16x16xf64>
}

// -----

func.func @mixed(%x: tensor<16x16xf16>, %w: tensor<16x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error@+1 {{multiplies f16 by bf16; convert one to the type of the other}}
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf16>, tensor<16x16xbf16>) outs(%c : tensor<16x16xf32>)
    -> tensor<16x16xf32>
  func.return %y : tensor<16x16xf32>
}

// -----

func.func @narrowed_factors(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %c: tensor<16x16xbf16>) -> tensor<16x16xbf16> {
  // expected-error@+1 {{is no plain product of factors widened as signed numbers}}
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c : tensor<16x16xbf16>)
    -> tensor<16x16xbf16>
  func.return %y : tensor<16x16xbf16>
}

// -----

func.func @zero_points(%x: tensor<5x17xi8>, %w: tensor<17x9xi8>, %c: tensor<5x9xi32>, %z: i32) -> tensor<5x9xi32> {
  // expected-error@+1 {{has zero points other than a constant 0, which the cube can't subtract; quantize symmetrically}}
  %0 = linalg.quantized_matmul ins(%x, %w, %z, %z : tensor<5x17xi8>, tensor<17x9xi8>, i32, i32)
    outs(%c : tensor<5x9xi32>) -> tensor<5x9xi32>
  func.return %0 : tensor<5x9xi32>
}
