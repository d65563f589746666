// RUN: tile-opt %s -p "lower-pipeline-to-slots{machine=ascend910b planner=ptoas}" --split-input-file --verify-diagnostics

// One thing that does not fit declines the whole loop, which says why.

// fault_E10: the slot is the index modulo the stages, which a step of 2 would hold at 0.
func.func @step(%m: tensor<64x65536xf32>, %out: tensor<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // expected-remark@+1 {{its loads take no slots: its step is not 1}}
  scf.for %i = %c0 to %c4 step %c2 {
    %b = tile.load %m[%i, 0] : tensor<64x65536xf32> to !tile.tile<1x64xf32, vec>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}

// -----

// The first iteration takes slot 0.
func.func @start(%m: tensor<64x65536xf32>, %out: tensor<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // expected-remark@+1 {{its loads take no slots: its start is no constant multiple of 2}}
  scf.for %i = %c1 to %c4 step %c1 {
    %b = tile.load %m[%i, 0] : tensor<64x65536xf32> to !tile.tile<1x64xf32, vec>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}

// -----

// Nor is an unknown start known to.
func.func @unknown_start(%m: tensor<64x65536xf32>, %out: tensor<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // expected-remark@+1 {{its loads take no slots: its start is no constant multiple of 2}}
  scf.for %i = %n to %c4 step %c1 {
    %b = tile.load %m[%i, 0] : tensor<64x65536xf32> to !tile.tile<1x64xf32, vec>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}

// -----

// There are 16 slots.
func.func @stages(%m: tensor<64x65536xf32>, %out: tensor<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // expected-remark@+1 {{its loads take no slots: 17 stages are more than 16 slots}}
  scf.for %i = %c0 to %c4 step %c1 {
    %b = tile.load %m[%i, 0] : tensor<64x65536xf32> to !tile.tile<1x64xf32, vec>
  } {tile.pipeline_stages = 17 : i64}
  func.return
}

// -----

// Two of 384 KiB do not fit L1.
func.func @bytes(%m: tensor<64x65536xf32>, %out: tensor<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // expected-remark@+1 {{its loads take no slots: they would take 786432 bytes of mat, which has 524288}}
  scf.for %i = %c0 to %c4 step %c1 {
    %b = tile.load %m[0, 0] : tensor<64x65536xf32> to !tile.tile<64x1536xf32, mat>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}

// -----

// A view would see another slot than the one it was taken of.
func.func @view(%m: tensor<64x65536xf32>, %out: tensor<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // expected-remark@+1 {{its loads take no slots: %b is seen through a view}}
  scf.for %i = %c0 to %c4 step %c1 {
    %b = tile.load %m[%i, 0] : tensor<64x65536xf32> to !tile.tile<1x64xf32, vec>
    %v = tile.slice %b[0, 0] : !tile.tile<1x64xf32, vec> to !tile.tile<1x16xf32, vec>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}

// -----

// A slot has the valid shape of all its tiles.
func.func @valid(%m: tensor<64x65536xf32>, %out: tensor<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // expected-remark@+1 {{its loads take no slots: %b is !tile.tile<1x64xf32, vec, valid = 1x?>, of which only the run knows what is valid}}
  scf.for %i = %c0 to %c4 step %c1 {
    %b = tile.load %m[%i, 0] valid [1, %n] : tensor<64x65536xf32> to !tile.tile<1x64xf32, vec, valid = 1x?>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}

// -----

// A tile that is carried on is still in use when its slot's turn comes.
func.func @carried(%m: tensor<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %first = tile.create : !tile.tile<1x64xf32, vec>
  // expected-remark@+1 {{its loads take no slots: %b is carried on to the next iteration}}
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %first) -> (!tile.tile<1x64xf32, vec>) {
    %b = tile.load %m[%i, 0] : tensor<64x64xf32> to !tile.tile<1x64xf32, vec>
    scf.yield %b : !tile.tile<1x64xf32, vec>
  } {tile.pipeline_stages = 2 : i64}
  func.return
}

// -----

// expected-error@+1 {{was tiled under planner 'pypto' but this run is under 'ptoas'; run the whole pipeline with planner=pypto}}
func.func @planner(%m: tensor<64x64xf32>) attributes {tile.planner = "pypto"} {
  %b = tile.load %m[0, 0] : tensor<64x64xf32> to !tile.tile<1x64xf32, vec>
  func.return
}
