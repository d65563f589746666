// RUN: tile-opt %s | filecheck %s
// RUN: tile-opt %s --print-op-generic | filecheck %s --check-prefix BODY
// RUN: tile-opt %s --print-op-generic | tile-opt - | filecheck %s

// A matmul whose output is wider than its inputs converts them in its body, as in MLIR.

func.func @bf16(%a: tensor<16x32xbf16>, %b: tensor<32x32xbf16>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%c : tensor<16x32xf32>)
    -> tensor<16x32xf32>
  func.return %r : tensor<16x32xf32>
}

// CHECK-LABEL: func.func @bf16
// CHECK-NEXT:    linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%{{.*}} : tensor<16x32xf32>) -> tensor<16x32xf32>

// BODY-LABEL:  sym_name = "bf16"
// BODY:        ^bb0(%[[X:.*]]: bf16, %[[Y:.*]]: bf16, %[[ACC:.*]]: f32):
// BODY-NEXT:     %[[XF:.*]] = "arith.extf"(%[[X]]) : (bf16) -> f32
// BODY-NEXT:     %[[YF:.*]] = "arith.extf"(%[[Y]]) : (bf16) -> f32
// BODY-NEXT:     %[[P:.*]] = "arith.mulf"(%[[XF]], %[[YF]])
// BODY-NEXT:     %[[S:.*]] = "arith.addf"(%[[ACC]], %[[P]])
// BODY-NEXT:     "linalg.yield"(%[[S]]) : (f32) -> ()

func.func @i8(%a: tensor<16x32xi8>, %b: tensor<32x32xi8>, %c: tensor<16x32xi32>) -> tensor<16x32xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x32xi8>, tensor<32x32xi8>) outs(%c : tensor<16x32xi32>)
    -> tensor<16x32xi32>
  func.return %r : tensor<16x32xi32>
}

// CHECK-LABEL: func.func @i8
// CHECK-NEXT:    linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<16x32xi8>, tensor<32x32xi8>)

// BODY-LABEL:  sym_name = "i8"
// BODY:          "arith.extsi"(%{{.*}}) : (i8) -> i32
// BODY-NEXT:     "arith.extsi"(%{{.*}}) : (i8) -> i32
// BODY-NEXT:     "arith.muli"
// BODY-NEXT:     "arith.addi"

func.func @i8_to_f32(%a: tensor<16x32xi8>, %b: tensor<32x32xi8>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x32xi8>, tensor<32x32xi8>) outs(%c : tensor<16x32xf32>)
    -> tensor<16x32xf32>
  func.return %r : tensor<16x32xf32>
}

// CHECK-LABEL: func.func @i8_to_f32
// BODY-LABEL:  sym_name = "i8_to_f32"
// BODY:          "arith.sitofp"(%{{.*}}) : (i8) -> f32

func.func @bf16_to_bf16(%a: tensor<16x32xbf16>, %b: tensor<32x32xbf16>, %c: tensor<16x32xbf16>)
    -> tensor<16x32xbf16> {
  %r = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x32xbf16>) outs(%c : tensor<16x32xbf16>)
    -> tensor<16x32xbf16>
  func.return %r : tensor<16x32xbf16>
}

// CHECK-LABEL: func.func @bf16_to_bf16
// BODY-LABEL:  sym_name = "bf16_to_bf16"
// BODY:          ^bb0(%{{.*}}: bf16, %{{.*}}: bf16, %{{.*}}: bf16):
// BODY-NEXT:     "arith.mulf"
