// RUN: tile-opt %s -p lower-pipeline-loops,canonicalize-io-order | filecheck %s

// not run: pops what another core pushes.

// Pops, pushes and frees keep their order, whatever they send: the other core relies on it.
// CHECK-LABEL: func.func @pipe(
// CHECK:         %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c16 = arith.constant 16 : index
// CHECK-NEXT:    %c64 = arith.constant 64 : index
// CHECK-NEXT:    %c32 = arith.constant 32 : index
// CHECK-NEXT:    scf.for %i = %c0 to %c64 step %c32 {
// CHECK-NEXT:      %i_1 = arith.addi %i, %c16 {tile.stage = #tile.stage<group = 0, stage = 1>} : index
// CHECK-NEXT:      %b = tile.pop from vector pipe 0
// CHECK-NEXT:      %r = tile.move %b {tile.stage = #tile.stage<group = 0, stage = 0>}
// CHECK-NEXT:      tile.free %b
// CHECK-NEXT:      %c = tile.matmul %a, %r
// CHECK-NEXT:      tile.push %c to vector pipe 1
// CHECK-NEXT:      %b_1 = tile.pop from vector pipe 0
// CHECK-NEXT:      %r_1 = tile.move %b_1 {tile.stage = #tile.stage<group = 0, stage = 1>}
// CHECK-NEXT:      tile.free %b_1
// CHECK-NEXT:      %c_1 = tile.matmul %a, %r_1
// CHECK-NEXT:      tile.push %c_1 to vector pipe 1
// CHECK-NEXT:    }
// CHECK-NEXT:    func.return
func.func @pipe(%m: tensor<16x64xf32>, %a: !tile.tile<16x16xf32, left>) attributes {tile.kind = #tile<kind in_core>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c16 {
    %b = tile.pop from vector pipe 0 : !tile.tile<16x16xf32, mat>
    %r = tile.move %b : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, right>
    tile.free %b : !tile.tile<16x16xf32, mat>
    %c = tile.matmul %a, %r : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
    tile.push %c to vector pipe 1 : !tile.tile<16x16xf32, acc>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}
