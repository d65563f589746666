// A named pipeline is its passes: each is verified, timed and dumped; plain xdsl-opt runs it as one pass.

// RUN: tile-opt --list-pipelines | filecheck %s --check-prefix LIST
// LIST:      tensor-to-tile {{ *}}From linalg on tensors to tile ops on blocks that fit L1 (convert-linalg-to-tile, tile-matmul-to-mat, distribute-blocks, flatten-tile-nd-to-2d, legalize-tile-cast)
// LIST-NEXT: tile-schedule {{ *}}From tile ops on L1 tiles to loops over L0 tiles, one function a kind of core, pipelined (auto-tile-matmul-l0, canonicalize-tile-slice, infer-tile-memory-space, expand-mixed-kernel, lower-pipeline-to-slots, lower-pipeline-loops, canonicalize-io-order)
// LIST-NEXT: tile-to-pto {{ *}}From linalg on tensors, or tile ops at any stage, to kernels of the pto dialect (tensor-to-tile, tile-schedule, convert-tile-to-pto)
// LIST-NOT:  {{.}}

// RUN: tile-opt %s -p 'tensor-to-tile{machine=a3}, tile-schedule{machine=a3 planner=pypto}' --time-passes 2>&1 >%t.mlir | filecheck %s --check-prefix TIME
// TIME: convert-linalg-to-tile{machine="a3"}
// TIME: tile-matmul-to-mat{machine="a3"}
// TIME: flatten-tile-nd-to-2d{machine="a3"}
// TIME: legalize-tile-cast{machine="a3"}
// TIME: auto-tile-matmul-l0{machine="a3" planner="pypto"}
// TIME: canonicalize-tile-slice{machine="a3"}
// TIME: infer-tile-memory-space{machine="a3"}
// TIME: expand-mixed-kernel
// TIME: lower-pipeline-to-slots{machine="a3" planner="pypto"}
// TIME: lower-pipeline-loops
// TIME: canonicalize-io-order
// RUN: filecheck %s < %t.mlir

// Blocks are dealt out to cores only where that is asked for.
// RUN: tile-opt %s -p 'tensor-to-tile{cores=4}' --time-passes 2>&1 >%t.mlir | filecheck %s --check-prefix CORES
// CORES: distribute-blocks{cores=4}
// TIME-NOT: distribute-blocks

// xdsl-opt can't read a mixed-precision linalg.matmul but in generic form.
// RUN: tile-opt %s --print-op-generic | xdsl-opt -p 'tensor-to-tile{machine="a3"},tile-schedule{machine="a3" planner="pypto"}' | filecheck %s
// CHECK: tile.extract
// CHECK: tile.matmul_acc
// CHECK: tile.store

// RUN: tile-opt --help-pass tile-schedule | filecheck %s --check-prefix HELP
// HELP:      Passes:
// HELP-NEXT:   auto-tile-matmul-l0
// HELP-NEXT:   canonicalize-tile-slice
// HELP-NEXT:   infer-tile-memory-space
// HELP-NEXT:   expand-mixed-kernel
// HELP-NEXT:   lower-pipeline-to-slots
// HELP-NEXT:   lower-pipeline-loops
// HELP-NEXT:   canonicalize-io-order
// HELP:      Options:
// HELP-NEXT:   machine=<a string>  (default unset)
// HELP-NEXT:       whose figures to use; without it `tile.machine` of the function or module, else ascend910b
// HELP-NEXT:   planner=<one of pypto, dsa-rp, ptoas>  (default unset)

// The whole way, and again with what came out: kernels stay as they are.
// RUN: tile-opt %s -p "tile-to-pto{machine=a3 planner=pypto}" --check-semantics -o %t.pto.mlir
// RUN: filecheck %s --check-prefix PTO < %t.pto.mlir
// RUN: tile-opt %t.pto.mlir -p "tile-to-pto{machine=a3 planner=pypto}" | diff %t.pto.mlir -
// PTO-NOT: = tile.
// PTO:     pto.textract
// PTO:     pto.tmatmul.acc
// PTO:     pto.tstore

// The same bytes whatever the seed of Python's hashes.
// RUN: env PYTHONHASHSEED=1 tile-opt %s -p tensor-to-tile,tile-schedule -o %t.1
// RUN: env PYTHONHASHSEED=2 tile-opt %s -p tensor-to-tile,tile-schedule -o %t.2
// RUN: diff %t.1 %t.2

func.func @f(%a: tensor<128x2048xbf16>, %b: tensor<2048x64xbf16>, %c: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill ins(%zero : f32) outs(%c : tensor<128x64xf32>) -> tensor<128x64xf32>
  %d = linalg.matmul ins(%a, %b : tensor<128x2048xbf16>, tensor<2048x64xbf16>) outs(%init : tensor<128x64xf32>) -> tensor<128x64xf32>
  func.return %d : tensor<128x64xf32>
}
