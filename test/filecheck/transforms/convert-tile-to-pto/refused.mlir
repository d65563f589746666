// RUN: tile-opt %s -p convert-tile-to-pto --split-input-file --verify-diagnostics

// What buffers and pointers can't say is an error at the op, with the way out.

// A pass that runs too early says which one comes before it.
func.func @early(%x: tensor<16x16xf16>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x16xf16> to !tile.tile<16x16xf16, mat>
  // expected-error@+1 {{which is not in left, but pass 'convert-tile-to-pto' needs 'memory-spaces'; run 'infer-tile-memory-space' before it}}
  %c = tile.matmul %a, %a : !tile.tile<16x16xf16, mat>, !tile.tile<16x16xf16, mat> -> !tile.tile<16x16xf32, acc>
  %0 = tile.store %c into %y[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// -----

// An accumulator that is read after something was added to it would have to be copied.
func.func @older_accumulator(%x: tensor<16x16xf16>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x16xf16> to !tile.tile<16x16xf16, mat>
  %l = tile.move %a : !tile.tile<16x16xf16, mat> to !tile.tile<16x16xf16, left>
  %r = tile.move %a : !tile.tile<16x16xf16, mat> to !tile.tile<16x16xf16, right>
  %c = tile.matmul %l, %r : !tile.tile<16x16xf16, left>, !tile.tile<16x16xf16, right> -> !tile.tile<16x16xf32, acc>
  // expected-error@+1 {{'tile.matmul_acc' op %c is overwritten in place while an older tile is still read, and nothing copies from acc to acc}}
  %d = tile.matmul_acc %c, %l, %r : !tile.tile<16x16xf32, acc>, !tile.tile<16x16xf16, left>, !tile.tile<16x16xf16, right>
  %0 = tile.store %d into %y[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  %1 = tile.store %c into %0[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
  func.return %1 : tensor<16x16xf32>
}

// -----

// Nor can a loop carry an accumulator on that is made beside the one it was handed.
func.func @carried_accumulator(%x: tensor<16x16xf16>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = tile.load %x[0, 0] : tensor<16x16xf16> to !tile.tile<16x16xf16, mat>
  %l = tile.move %a : !tile.tile<16x16xf16, mat> to !tile.tile<16x16xf16, left>
  %r = tile.move %a : !tile.tile<16x16xf16, mat> to !tile.tile<16x16xf16, right>
  %c = tile.matmul %l, %r : !tile.tile<16x16xf16, left>, !tile.tile<16x16xf16, right> -> !tile.tile<16x16xf32, acc>
  %s, %o = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %c, %out = %y) -> (!tile.tile<16x16xf32, acc>, tensor<16x16xf32>) {
    %d = tile.matmul %l, %r : !tile.tile<16x16xf16, left>, !tile.tile<16x16xf16, right> -> !tile.tile<16x16xf32, acc>
    %0 = tile.store %acc into %out[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
    // expected-error@+1 {{'scf.yield' op %d is carried on while an older tile is still read, and nothing copies from acc to acc}}
    scf.yield %d, %0 : !tile.tile<16x16xf32, acc>, tensor<16x16xf32>
  }
  func.return %o : tensor<16x16xf32>
}

// -----

// Memory holds the newest tensor only.
func.func @older_tensor(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
  %e = tile.exp %a : !tile.tile<16x16xf32, vec>
  %0 = tile.store %e into %x[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  // expected-error@+1 {{'tile.load' op reads %x as it was before a store into its memory; read it before that store, or let the store go to another tensor}}
  %b = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
  %1 = tile.store %b into %0[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %1 : tensor<16x16xf32>
}

// -----

// expected-error@+1 {{'func.func' op has a tensor of unknown shape, tensor<?x16xf32>: a pointer says nothing of extents; give the tensor a static shape}}
func.func @unknown_shape(%x: tensor<?x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<?x16xf32> to !tile.tile<16x16xf32, vec>
  %0 = tile.store %a into %y[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// -----

// expected-error@+1 {{'func.func' op takes a tile, !tile.tile<16x16xf32, vec>: kernels take tensors; load the tile inside}}
func.func @tile_argument(%x: !tile.tile<16x16xf32, vec>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = tile.store %x into %y[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// -----

func.func @not_lowered(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
  %0 = tile.store %a into %y[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  // expected-error@+1 {{'linalg.copy' op works on tensors or tiles, and nothing of the pto dialect does that; run 'tensor-to-tile' and 'tile-schedule' first}}
  %1 = linalg.copy ins(%x : tensor<16x16xf32>) outs(%0 : tensor<16x16xf32>) -> tensor<16x16xf32>
  func.return %1 : tensor<16x16xf32>
}

// -----

func.func @alone(%x: tensor<16x16xf32>) {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
  // expected-error@+1 {{'tile.push' op passes tiles to a kernel that is not known; tile.launch both together}}
  tile.push %a to cube pipe 0 : !tile.tile<16x16xf32, vec>
  func.return
}

// -----

// Kernels of two generations need two modules.
func.func @one(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {tile.machine = "ascend910b"} {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
  %0 = tile.store %a into %y[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}
// expected-error@+1 {{'func.func' op is for a5, other functions of the module are for a3; split the module}}
func.func @other(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {tile.machine = "ascend950"} {
  %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, vec>
  %0 = tile.store %a into %y[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
  func.return %0 : tensor<16x16xf32>
}

// -----

// A block that reaches into the next one finds there what an iteration before stored.
func.func @overlapping_blocks(%c: tensor<48x16xf32>) -> tensor<48x16xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %q = scf.for %i = %c0 to %c32 step %c8 iter_args(%n = %c) -> (tensor<48x16xf32>) {
    // expected-error@+1 {{'tile.load' op reads %c as it was before a store into its memory}}
    %t = tile.load %c[%i, 0] : tensor<48x16xf32> to !tile.tile<16x16xf32, vec>
    %e = tile.exp %t : !tile.tile<16x16xf32, vec>
    %s = tile.store %e into %n[%i, 0] : !tile.tile<16x16xf32, vec> into tensor<48x16xf32>
    scf.yield %s : tensor<48x16xf32>
  }
  func.return %q : tensor<48x16xf32>
}
