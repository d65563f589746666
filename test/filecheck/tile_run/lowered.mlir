// A lowered function is called as the one that it comes from, so that the two can be compared.
// RUN: tile-opt %s -p convert-tile-to-pto -o %t.mlir
// RUN: tile-run %t.mlir --against %s | filecheck %s
// CHECK:      f: {{.*}} s
// CHECK-NEXT:   output 0: 4x16xf32
// CHECK-NEXT:   as {{.*}}lowered.mlir has it
func.func @f(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %a = tile.load %x[0, 0] : tensor<4x16xf32> to !tile.tile<4x16xf32, vec>
  %e = tile.exp %a : !tile.tile<4x16xf32, vec>
  %new = tensor.empty() : tensor<4x16xf32>
  %0 = tile.store %e into %new[0, 0] : !tile.tile<4x16xf32, vec> into tensor<4x16xf32>
  func.return %0 : tensor<4x16xf32>
}
