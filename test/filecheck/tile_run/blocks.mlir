// RUN: tile-run %s --blocks 4 --output %t.npy | filecheck %s --check-prefix FOUR
// RUN: tile-run %s --blocks 4 --expect %t.npy | filecheck %s --check-prefix AGAIN
// RUN: not tile-run %s --blocks 3 --expect %t.npy 2>&1 | filecheck %s --check-prefix THREE
// RUN: not tile-run %s --blocks 0 2>&1 | filecheck %s --check-prefix NONE

// Each block writes the rows that its index says, all of them to the same output.

func.func @rows() -> tensor<64x16xi32> {
  %c16 = arith.constant 16 : index
  %c100 = arith.constant 100 : index
  %out = tensor.empty() : tensor<64x16xi32>
  %block = tile.block_idx
  %blocks = tile.block_num
  %row = arith.muli %block, %c16 : index
  %value = arith.addi %block, %c100 : index
  %number = arith.index_cast %value : index to i32
  %tile = tile.fill %number : i32 to !tile.tile<16x16xi32, vec>
  %written = tile.store %tile into %out[%row, 0] : !tile.tile<16x16xi32, vec> into tensor<64x16xi32>
  func.return %written : tensor<64x16xi32>
}

// sqrt(256 * (100^2 + 101^2 + 102^2 + 103^2))
// FOUR:    output 0: 64x16xi32, norm 3248.2, crc32
// AGAIN:   as {{.*}}.npy has it
// THREE: tile-run: error: output 0 is 2147483647 at [48, 0] where 103 is expected (256 of 1024 differ), by {{.*}}.npy
// NONE:  tile-run: error: --blocks must be 1 or more, got 0
