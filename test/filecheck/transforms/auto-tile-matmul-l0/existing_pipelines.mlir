// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --check-semantics | filecheck %s
// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=ptoas}" | filecheck %s --check-prefix PTOAS

// Pipelines that the author wrote: the inner loop, which drains a product a trip, gets two accumulators in turns.

// case 55; case 62 under ptoas.
// CHECK-LABEL: func.func @case_55
// CHECK-SAME:  tile.planner = "pypto"
// CHECK:         } {tile.pipeline_stages = 2 : i64, tile.overlap_stores = false, tile.double_buffer_c = true}
// CHECK:         } {tile.pipeline_stages = 2 : i64}
// PTOAS-LABEL: func.func @case_55
// PTOAS-NOT:   tile.planner
// PTOAS:         } {tile.pipeline_stages = 2 : i64}
// PTOAS:         } {tile.pipeline_stages = 2 : i64}
func.func @case_55(%a: tensor<16x128xbf16>, %b: tensor<128x512xbf16>, %out: tensor<16x512xf32>) -> tensor<16x512xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %c512 = arith.constant 512 : index
  %x = tile.load %a[0, 0] : tensor<16x128xbf16> to !tile.tile<16x128xbf16, mat>
  %y = tile.load %b[0, 0] : tensor<128x512xbf16> to !tile.tile<128x512xbf16, mat>
  %q = tile.extract %x[0, 0] : !tile.tile<16x128xbf16, mat> to !tile.tile<16x128xbf16, left>
  %o = scf.for %i = %c0 to %c2 step %c1 iter_args(%outer = %out) -> (tensor<16x512xf32>) {
    %r = scf.for %n = %c0 to %c512 step %c128 iter_args(%inner = %outer) -> (tensor<16x512xf32>) {
      %m = tile.extract %y[0, %n] : !tile.tile<128x512xbf16, mat> to !tile.tile<128x128xbf16, right>
      %c = tile.matmul %q, %m
          : !tile.tile<16x128xbf16, left>, !tile.tile<128x128xbf16, right> -> !tile.tile<16x128xf32, acc>
      %s = tile.store %c into %inner[0, %n] : !tile.tile<16x128xf32, acc> into tensor<16x512xf32>
      scf.yield %s : tensor<16x512xf32>
    } {tile.pipeline_stages = 2 : i64}
    scf.yield %r : tensor<16x512xf32>
  } {tile.pipeline_stages = 2 : i64}
  func.return %o : tensor<16x512xf32>
}
