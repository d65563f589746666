// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --verify-diagnostics --check-semantics

// A cast between matmuls that leaving L0C cannot do stays on the vector core: PH-AT-010 says why and what it takes of Vec.

// case 95: only half-to-even is what the way out does.
func.func @case_95(%a: tensor<128x64xbf16>, %b: tensor<64x128xbf16>, %w: tensor<128x64xbf16>, %out: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xbf16, mat>, !tile.tile<64x128xbf16, mat> -> !tile.tile<128x128xf32, acc>
  // expected-hint@+1 {{[PH-AT-010] 'tile.cast' op stays on the vector core, where it takes 98304 bytes of vec, on the way between two matmuls: its cast rounds 'floor', but the way out of L0C rounds half to even: cast with rint}}
  %h = tile.cast %c floor : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<128x128xbf16, vec>, !tile.tile<128x64xbf16, mat> -> !tile.tile<128x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
  func.return %0 : tensor<128x64xf32>
}

// The default mode goes away from zero at a tie.
func.func @round_mode(%a: tensor<128x64xbf16>, %b: tensor<64x128xbf16>, %w: tensor<128x64xbf16>, %out: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xbf16, mat>, !tile.tile<64x128xbf16, mat> -> !tile.tile<128x128xf32, acc>
  // expected-hint@+1 {{[PH-AT-010] 'tile.cast' op stays on the vector core, where it takes 98304 bytes of vec, on the way between two matmuls: its cast rounds 'round'}}
  %h = tile.cast %c round : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<128x128xbf16, vec>, !tile.tile<128x64xbf16, mat> -> !tile.tile<128x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
  func.return %0 : tensor<128x64xf32>
}

// Truncating.
func.func @trunc_mode(%a: tensor<128x64xf16>, %b: tensor<64x128xf16>, %w: tensor<128x64xf16>, %out: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<128x64xf16> to !tile.tile<128x64xf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x128xf16> to !tile.tile<64x128xf16, mat>
  %e = tile.load %w[0, 0] : tensor<128x64xf16> to !tile.tile<128x64xf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xf16, mat>, !tile.tile<64x128xf16, mat> -> !tile.tile<128x128xf32, acc>
  // expected-hint@+1 {{its cast rounds 'trunc'}}
  %h = tile.cast %c trunc : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<128x128xf16, vec>, !tile.tile<128x64xf16, mat> -> !tile.tile<128x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
  func.return %0 : tensor<128x64xf32>
}

// An integer accumulator would need a scale.
func.func @i32(%a: tensor<128x64xi8>, %b: tensor<64x128xi8>, %w: tensor<128x64xf16>, %out: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<128x64xi8> to !tile.tile<128x64xi8, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x128xi8> to !tile.tile<64x128xi8, mat>
  %e = tile.load %w[0, 0] : tensor<128x64xf16> to !tile.tile<128x64xf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xi8, mat>, !tile.tile<64x128xi8, mat> -> !tile.tile<128x128xi32, acc>
  // expected-hint@+1 {{[PH-AT-010] 'tile.cast' op stays on the vector core, where it takes 98304 bytes of vec, on the way between two matmuls: its cast is i32 to f16, but the way out of L0C only narrows f32 to bf16 or f16}}
  %h = tile.cast %c rint : !tile.tile<128x128xi32, acc> to !tile.tile<128x128xf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<128x128xf16, vec>, !tile.tile<128x64xf16, mat> -> !tile.tile<128x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
  func.return %0 : tensor<128x64xf32>
}
