// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile 2>/dev/null | filecheck %s
// RUN: tile-opt %s --check-semantics -p convert-linalg-to-tile{machine=none} | filecheck %s --check-prefix NONE
// RUN: not tile-opt %s -p convert-linalg-to-tile{machine=ascend9000} 2>&1 | filecheck %s --check-prefix UNKNOWN

// The machine is the pass's, else the function's. Without one an atomic add is as good as any.

func.func @by_attribute(%x: tensor<16x16xbf16>, %w: tensor<16x16xbf16>, %c: tensor<16x16xbf16>) -> tensor<16x16xbf16>
    attributes {tile.machine = "ascend950"} {
  %y = linalg.matmul ins(%x, %w : tensor<16x16xbf16>, tensor<16x16xbf16>) outs(%c : tensor<16x16xbf16>)
    -> tensor<16x16xbf16>
  func.return %y : tensor<16x16xbf16>
}

// CHECK-LABEL: func.func @by_attribute
// CHECK:         tile.move
// NONE-LABEL:  func.func @by_attribute
// NONE:          tile.store %acc into %c[0, 0] atomic
// UNKNOWN:     machine.mlir:7:1: error: 'func.func' op unknown machine 'ascend9000'; available: ascend910b
