// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b}" --split-input-file --verify-diagnostics

// tile_l0 section 8, item 12: the cube writes with the valid rows of its left operand, a reader goes by the type.

// A seed that is not compact gives the accumulator the pitch of its 64 physical rows; the product has one of 16.
func.func @seed_is_not_compact(%a: !tile.tile<64x32xi8, left, valid = 16x32, compact>,
                               %b: !tile.tile<32x128xi8, right>, %out: tensor<16x128xi32>) -> tensor<16x128xi32> {
  %storage = tile.create : !tile.tile<64x128xi32, acc>
  %seed = tile.set_validshape %storage[16, 128]
      : !tile.tile<64x128xi32, acc> to !tile.tile<64x128xi32, acc, valid = 16x128>
  %first = arith.constant true
  %c = tile.matmul_acc %seed, %a, %b init %first
      : !tile.tile<64x128xi32, acc, valid = 16x128>, !tile.tile<64x32xi8, left, valid = 16x32, compact>,
        !tile.tile<32x128xi8, right>
  // expected-error@+1 {{'tile.store' op reads the accumulator !tile.tile<64x128xi32, acc, valid = 16x128> with 64 rows to a block of columns, but 'tile.matmul_acc' at}}
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x128xi32, acc, valid = 16x128> into tensor<16x128xi32>
  func.return %0 : tensor<16x128xi32>
}

// -----

func.func @seed_is_compact(%a: !tile.tile<64x32xi8, left, valid = 16x32, compact>,
                           %b: !tile.tile<32x128xi8, right>, %out: tensor<16x128xi32>) -> tensor<16x128xi32> {
  %storage = tile.create : !tile.tile<64x128xi32, acc, compact>
  %seed = tile.set_validshape %storage[16, 128]
      : !tile.tile<64x128xi32, acc, compact> to !tile.tile<64x128xi32, acc, valid = 16x128, compact>
  %first = arith.constant true
  %c = tile.matmul_acc %seed, %a, %b init %first
      : !tile.tile<64x128xi32, acc, valid = 16x128, compact>, !tile.tile<64x32xi8, left, valid = 16x32, compact>,
        !tile.tile<32x128xi8, right>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x128xi32, acc, valid = 16x128, compact> into tensor<16x128xi32>
  func.return %0 : tensor<16x128xi32>
}

// -----

// fault_C2: narrowing 17 rows to 16 after the product must not turn its pitch of 32 into one of 16.
func.func @fault_C2_narrowed_after(%a: !tile.tile<64x32xi8, left, valid = 17x32, compact>,
                                   %b: !tile.tile<32x128xi8, right>, %out: tensor<16x128xi32>) -> tensor<16x128xi32> {
  %c = tile.matmul %a, %b
      : !tile.tile<64x32xi8, left, valid = 17x32, compact>, !tile.tile<32x128xi8, right>
      -> !tile.tile<64x128xi32, acc, valid = 17x128, compact>
  %n = tile.set_validshape %c[16, 128]
      : !tile.tile<64x128xi32, acc, valid = 17x128, compact> to !tile.tile<64x128xi32, acc, valid = 16x128, compact>
  // expected-error@+1 {{with 16 rows to a block of columns, but 'tile.matmul' at}}
  %0 = tile.store %n into %out[0, 0] : !tile.tile<64x128xi32, acc, valid = 16x128, compact> into tensor<16x128xi32>
  func.return %0 : tensor<16x128xi32>
}

// -----

// Rows that end in the same fractal have the same pitch.
func.func @same_fractal(%a: !tile.tile<64x32xi8, left, valid = 31x32, compact>,
                        %b: !tile.tile<32x128xi8, right>, %out: tensor<17x128xi32>) -> tensor<17x128xi32> {
  %c = tile.matmul %a, %b
      : !tile.tile<64x32xi8, left, valid = 31x32, compact>, !tile.tile<32x128xi8, right>
      -> !tile.tile<64x128xi32, acc, valid = 31x128, compact>
  %n = tile.set_validshape %c[17, 128]
      : !tile.tile<64x128xi32, acc, valid = 31x128, compact> to !tile.tile<64x128xi32, acc, valid = 17x128, compact>
  %0 = tile.store %n into %out[0, 0] : !tile.tile<64x128xi32, acc, valid = 17x128, compact> into tensor<17x128xi32>
  func.return %0 : tensor<17x128xi32>
}

// -----

// One block of columns has no next one.
func.func @one_block_of_columns(%a: !tile.tile<64x32xi8, left, valid = 17x32, compact>,
                                %b: !tile.tile<32x32xi8, right>, %out: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %c = tile.matmul %a, %b
      : !tile.tile<64x32xi8, left, valid = 17x32, compact>, !tile.tile<32x32xi8, right>
      -> !tile.tile<64x32xi32, acc, valid = 17x32, compact>
  %n = tile.set_validshape %c[16, 16]
      : !tile.tile<64x32xi32, acc, valid = 17x32, compact> to !tile.tile<64x32xi32, acc, valid = 16x16, compact>
  %0 = tile.store %n into %out[0, 0] : !tile.tile<64x32xi32, acc, valid = 16x16, compact> into tensor<16x16xi32>
  func.return %0 : tensor<16x16xi32>
}

// -----

// The accumulator of a loop: a wider first product is overwritten by nothing, but added to with another pitch.
func.func @carried(%a: !tile.tile<64x32xi8, left>, %narrow: !tile.tile<64x32xi8, left, valid = 16x32, compact>,
                   %b: !tile.tile<32x128xi8, right>, %out: tensor<64x128xi32>) -> tensor<64x128xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c = tile.matmul %a, %b
      : !tile.tile<64x32xi8, left>, !tile.tile<32x128xi8, right> -> !tile.tile<64x128xi32, acc>
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %c) -> (!tile.tile<64x128xi32, acc>) {
    // expected-error@+1 {{'tile.matmul_acc' op reads the accumulator !tile.tile<64x128xi32, acc> with 16 rows to a block of columns, but 'tile.matmul' at}}
    %next = tile.matmul_acc %acc, %narrow, %b
        : !tile.tile<64x128xi32, acc>, !tile.tile<64x32xi8, left, valid = 16x32, compact>, !tile.tile<32x128xi8, right>
    scf.yield %next : !tile.tile<64x128xi32, acc>
  }
  %0 = tile.store %sum into %out[0, 0] : !tile.tile<64x128xi32, acc> into tensor<64x128xi32>
  func.return %0 : tensor<64x128xi32>
}

// -----

func.func @argument(%acc: !tile.tile<64x128xi32, acc>, %a: !tile.tile<64x32xi8, left, valid = 16x32, compact>,
                    %b: !tile.tile<32x128xi8, right>) -> !tile.tile<64x128xi32, acc> {
  // expected-error@+1 {{with 16 rows to a block of columns, but the caller of 'argument' wrote it with 64}}
  %c = tile.matmul_acc %acc, %a, %b
      : !tile.tile<64x128xi32, acc>, !tile.tile<64x32xi8, left, valid = 16x32, compact>, !tile.tile<32x128xi8, right>
  func.return %c : !tile.tile<64x128xi32, acc>
}
