// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --verify-diagnostics --check-semantics

// An oversized product that no scratch in Mat can gather stays as it is, with one hint that names the buffer at fault.

// scope row 13: The scratch exceeds Mat.
func.func @exceeds_mat(%a: tensor<512x64xbf16>, %b: tensor<64x1024xbf16>, %w: tensor<1024x64xbf16>, %out: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<512x64xbf16> to !tile.tile<512x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x1024xbf16> to !tile.tile<64x1024xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<1024x64xbf16> to !tile.tile<1024x64xbf16, mat>
  // expected-hint@+1 {{[PH-AT-006] 'tile.matmul' op output 512x1024xf32 takes 2097152 bytes, which exceeds L0C (131072), and cannot be tiled to 128x256: the scratch that keeps 512x1024xbf16 for the matmuls that read it takes 1048576 bytes of mat (524288): cut them into smaller ones}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<512x64xbf16, mat>, !tile.tile<64x1024xbf16, mat> -> !tile.tile<512x1024xf32, acc>
  %h = tile.cast %c rint : !tile.tile<512x1024xf32, acc> to !tile.tile<512x1024xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<512x1024xbf16, vec>, !tile.tile<1024x64xbf16, mat> -> !tile.tile<512x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<512x64xf32, acc> into tensor<512x64xf32>
  func.return %0 : tensor<512x64xf32>
}

// This machine gathers 16-bit floats alone.
func.func @f32_scratch(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %w: tensor<256x64xf32>, %out: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x256xf32> to !tile.tile<256x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x256xf32> to !tile.tile<256x256xf32, mat>
  %e = tile.load %w[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  // expected-hint@+1 {{[PH-AT-009] 'tile.matmul' op output 256x256xf32 takes 262144 bytes, which exceeds L0C (131072), and cannot be tiled to 128x256: ascend910b gathers bf16 or f16 in mat, not f32: cast its result to that with rint}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x256xf32, mat>, !tile.tile<256x256xf32, mat> -> !tile.tile<256x256xf32, acc>
  %d = tile.matmul %c, %e : !tile.tile<256x256xf32, acc>, !tile.tile<256x64xf32, mat> -> !tile.tile<256x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<256x64xf32, acc> into tensor<256x64xf32>
  func.return %0 : tensor<256x64xf32>
}

// The guard on the cast is that of the fold.
func.func @round_mode(%a: tensor<256x256xbf16>, %b: tensor<256x256xbf16>, %w: tensor<256x64xbf16>, %out: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x256xbf16> to !tile.tile<256x256xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x256xbf16> to !tile.tile<256x256xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<256x64xbf16> to !tile.tile<256x64xbf16, mat>
  // expected-hint@+1 {{[PH-AT-006] 'tile.matmul' op output 256x256xf32 takes 262144 bytes, which exceeds L0C (131072), and cannot be tiled to 128x256: its cast rounds 'round', but the way out of L0C rounds half to even: cast with rint}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x256xbf16, mat>, !tile.tile<256x256xbf16, mat> -> !tile.tile<256x256xf32, acc>
  %h = tile.cast %c round : !tile.tile<256x256xf32, acc> to !tile.tile<256x256xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<256x256xbf16, vec>, !tile.tile<256x64xbf16, mat> -> !tile.tile<256x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<256x64xf32, acc> into tensor<256x64xf32>
  func.return %0 : tensor<256x64xf32>
}

// scope row 13: Something else on the chip reads it.
func.func @consumed_on_chip(%a: tensor<256x256xbf16>, %b: tensor<256x256xbf16>, %out: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x256xbf16> to !tile.tile<256x256xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x256xbf16> to !tile.tile<256x256xbf16, mat>
  // expected-hint@+1 {{[PH-AT-006] 'tile.matmul' op output 256x256xf32 takes 262144 bytes, which exceeds L0C (131072), and cannot be tiled to 128x256: its result must go to exactly one tile.store in the same block, or to nothing but matmuls}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x256xbf16, mat>, !tile.tile<256x256xbf16, mat> -> !tile.tile<256x256xf32, acc>
  %v = tile.move %c : !tile.tile<256x256xf32, acc> to !tile.tile<256x256xf32, vec>
  %r = tile.relu %v : !tile.tile<256x256xf32, vec>
  %0 = tile.store %r into %out[0, 0] : !tile.tile<256x256xf32, vec> into tensor<256x256xf32>
  func.return %0 : tensor<256x256xf32>
}

// A store reads it beside a matmul.
func.func @partly_multiplied(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>, %w: tensor<256x64xf32>, %out: tensor<256x64xf32>, %copy: tensor<256x256xf32>) -> (tensor<256x64xf32>, tensor<256x256xf32>) {
  %lhs = tile.load %a[0, 0] : tensor<256x256xf32> to !tile.tile<256x256xf32, mat>
  %rhs = tile.load %b[0, 0] : tensor<256x256xf32> to !tile.tile<256x256xf32, mat>
  %e = tile.load %w[0, 0] : tensor<256x64xf32> to !tile.tile<256x64xf32, mat>
  // expected-hint@+1 {{or to nothing but matmuls}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x256xf32, mat>, !tile.tile<256x256xf32, mat> -> !tile.tile<256x256xf32, acc>
  %d = tile.matmul %c, %e : !tile.tile<256x256xf32, acc>, !tile.tile<256x64xf32, mat> -> !tile.tile<256x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<256x64xf32, acc> into tensor<256x64xf32>
  %1 = tile.store %c into %copy[0, 0] : !tile.tile<256x256xf32, acc> into tensor<256x256xf32>
  func.return %0, %1 : tensor<256x64xf32>, tensor<256x256xf32>
}
