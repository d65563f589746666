// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=ptoas},infer-tile-memory-space{machine=ascend910b},lower-pipeline-to-slots{machine=ascend910b},lower-pipeline-loops,canonicalize-io-order" --check-semantics | filecheck %s --check-prefix TWO
// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto double-buffer-c=true},infer-tile-memory-space{machine=ascend910b},lower-pipeline-loops,canonicalize-io-order" --check-semantics | filecheck %s --check-prefix TWO
// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto},infer-tile-memory-space{machine=ascend910b},lower-pipeline-loops,canonicalize-io-order" --check-semantics | filecheck %s --check-prefix ONE

// Two products before their two drains where the planner takes two accumulators, else each drained before the next.

// case 50, and case 51 with the opt-in: the accumulators are of two stages.
// TWO:         scf.for
// TWO:           tile.matmul {{.*}} {tile.stage = #tile.stage<group = [[G:[0-9]+]], stage = 0>}
// TWO-NEXT:      tile.matmul {{.*}} {tile.stage = #tile.stage<group = [[G]], stage = 1>}
// TWO-NEXT:      tile.store
// TWO-NEXT:      tile.store
// TWO-NEXT:      scf.yield

// case 50, and case 51 without: one accumulator.
// ONE:         scf.for
// ONE:           tile.matmul
// ONE-NOT:       tile.stage
// ONE-NEXT:      tile.store
func.func @case_50(%a: tensor<256x64xf32>, %b: tensor<64x256xf32>, %out: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x256xf32> to !tile.tile<64x256xf32, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x64xf32, mat>, !tile.tile<64x256xf32, mat> -> !tile.tile<256x256xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x256xf32, acc> into tensor<256x256xf32>
  func.return %0 : tensor<256x256xf32>
}
