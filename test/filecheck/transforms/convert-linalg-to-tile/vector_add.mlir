// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile{machine=ascend950} 2>/dev/null | filecheck %s
// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile{machine=ascend950} 2>&1 >/dev/null | filecheck %s --check-prefix REMARK

// No atomic add of bf16 on a 950: the accumulator moves to Vec, is added there in f32 and rounded once.

// REMARK: vector_add.mlir:8:3: remark: 'linalg.matmul' op adds on the vector core: the machine has no atomic add of bf16
func.func @in_place(%x: tensor<5x32xbf16>, %w: tensor<32x20xbf16>, %c: tensor<5x20xbf16>) -> tensor<5x20xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<5x32xbf16>, tensor<32x20xbf16>) outs(%c : tensor<5x20xbf16>)
    -> tensor<5x20xbf16>
  func.return %y : tensor<5x20xbf16>
}

// CHECK-LABEL: func.func @in_place
// CHECK-SAME:    inout 2 : tensor<5x20xbf16>] -> [inout 2 : tensor<5x20xbf16>]>
// CHECK:         %[[P:.*]] = tile.move %acc : !tile.tile<16x32xf32, acc, valid = 5x20, compact> to !tile.tile<16x32xf32, vec, valid = 5x20>
// CHECK-NEXT:    %[[C:.*]] = tile.load %c[0, 0] valid [5, 20] : tensor<5x20xbf16> to !tile.tile<16x32xbf16, vec, valid = 5x20>
// CHECK-NEXT:    %[[W:.*]] = tile.cast %[[C]] rint
// CHECK-NEXT:    %[[S:.*]] = tile.add %[[P]], %[[W]]
// CHECK-NEXT:    %[[N:.*]] = tile.cast %[[S]] rint
// CHECK-NEXT:    %y = tile.store %[[N]] into %c[0, 0] : !tile.tile<16x32xbf16, vec, valid = 5x20> into tensor<5x20xbf16>

// What others read is not overwritten.

// REMARK: remark: 'linalg.matmul' op adds on the vector core, into a new tensor: what it adds to may have other readers
func.func @read_elsewhere(%x: tensor<16x32xi8>, %w: tensor<32x32xi8>, %c: tensor<16x32xi32>)
    -> (tensor<16x32xi32>, tensor<16x32xi32>) {
  %y = linalg.matmul ins(%x, %w : tensor<16x32xi8>, tensor<32x32xi8>) outs(%c : tensor<16x32xi32>) -> tensor<16x32xi32>
  func.return %y, %c : tensor<16x32xi32>, tensor<16x32xi32>
}

// CHECK-LABEL: func.func @read_elsewhere
// CHECK-SAME:    -> [out 3 : tensor<16x32xi32>, in 2 : tensor<16x32xi32>]>
// CHECK:         %[[P:.*]] = tile.move %acc
// CHECK-NEXT:    %[[C:.*]] = tile.load %c[0, 0]
// CHECK-NEXT:    %[[S:.*]] = tile.add %[[P]], %[[C]]
// CHECK-NEXT:    %y = tile.store %[[S]] into %out[0, 0]

// A fill with something else than zero is added as a scalar; nothing is filled.

func.func @filled(%x: tensor<16x32xbf16>, %w: tensor<32x16xbf16>, %s: bf16) -> tensor<16x16xbf16> {
  %empty = tensor.empty() : tensor<16x16xbf16>
  %filled = linalg.fill ins(%s : bf16) outs(%empty : tensor<16x16xbf16>) -> tensor<16x16xbf16>
  %y = linalg.matmul ins(%x, %w : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%filled : tensor<16x16xbf16>)
    -> tensor<16x16xbf16>
  func.return %y : tensor<16x16xbf16>
}

// CHECK-LABEL: func.func @filled
// CHECK-NOT:     linalg.fill
// CHECK:         %[[P:.*]] = tile.move %acc
// CHECK-NEXT:    %[[W:.*]] = arith.extf %s : bf16 to f32
// CHECK-NEXT:    %[[S:.*]] = tile.adds %[[P]], %[[W]]
// CHECK-NEXT:    %[[N:.*]] = tile.cast %[[S]] rint
// CHECK-NEXT:    %y = tile.store %[[N]] into %out[0, 0]

// An accumulator beyond Vec goes through GM.

func.func @large(%x: tensor<256x32xbf16>, %w: tensor<32x512xbf16>, %c: tensor<256x512xbf16>) -> tensor<256x512xbf16> {
  %y = linalg.matmul ins(%x, %w : tensor<256x32xbf16>, tensor<32x512xbf16>) outs(%c : tensor<256x512xbf16>)
    -> tensor<256x512xbf16>
  func.return %y : tensor<256x512xbf16>
}

// CHECK-LABEL: func.func @large
// CHECK-NOT:     tile.move
// CHECK:         tile.store %acc into %product[0, 0]
