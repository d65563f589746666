// RUN: tile-opt --split-input-file --verify-diagnostics %s

// Constants and properties of ops of the vector unit; an op of the other architecture says so.

func.func @shift(%x: !pto.tile_buf<vec, 16x32xi16>) {
  %zero = arith.constant 0 : i16
  pto.tshls ins(%x, %zero : !pto.tile_buf<vec, 16x32xi16>, i16) outs(%x : !pto.tile_buf<vec, 16x32xi16>)
  %minus = arith.constant -1 : i16
  // expected-error@+1 {{expects scalar not to be negative, got -1}}
  pto.tshls ins(%x, %minus : !pto.tile_buf<vec, 16x32xi16>, i16) outs(%x : !pto.tile_buf<vec, 16x32xi16>)
  func.return
}

// -----

func.func @blocks(%x: !pto.tile_buf<vec, 1x256xf32>) {
  %block = arith.constant 64 : i32
  pto.tmrgsort ins(%x, %block : !pto.tile_buf<vec, 1x256xf32>, i32) outs(%x : !pto.tile_buf<vec, 1x256xf32>)
  %odd = arith.constant 96 : i32
  // expected-error@+1 {{expects a blockLen that is a positive multiple of 64, got 96}}
  pto.tmrgsort ins(%x, %odd : !pto.tile_buf<vec, 1x256xf32>, i32) outs(%x : !pto.tile_buf<vec, 1x256xf32>)
  func.return
}

// -----

func.func @triangle(%d: i32, %z: !pto.tile_buf<vec, 16x32xf32>) {
  // expected-error@+1 {{expects upper_or_lower to be 0 or 1, got 2}}
  pto.ttri ins(%d {upperOrLower = 2 : i32} : i32) outs(%z : !pto.tile_buf<vec, 16x32xf32>)
  func.return
}

// -----

func.func @in_pairs(%x: !pto.tile_buf<vec, 16x32xf32>, %z: !pto.tile_buf<vec, 1x32xf32>) {
  // expected-error@+1 {{takes tmp and is_binary together or none of them}}
  pto.tcolsum ins(%x, %x : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x32xf32>)
    outs(%z : !pto.tile_buf<vec, 1x32xf32>)
  func.return
}

// -----

func.func @symmetric(%x: !pto.tile_buf<vec, 16x32xf32>, %f: !pto.tile_buf<vec, 16x1xf32, blayout=col_major>,
    %z: !pto.tile_buf<vec, 16x32xi8>) {
  // expected-error@+1 {{takes no offset, as quant_type INT8_SYM is symmetric}}
  pto.tquant ins(%x, %f, %f : !pto.tile_buf<vec, 16x32xf32>, !pto.tile_buf<vec, 16x1xf32, blayout=col_major>,
      !pto.tile_buf<vec, 16x1xf32, blayout=col_major>)
    outs(%z : !pto.tile_buf<vec, 16x32xi8>) {quant_type = #pto<quant_type INT8_SYM>}
  func.return
}

// -----

func.func @of_a_window(%x: !pto.partition_tensor_view<16x32xf32>, %z: !pto.tile_buf<vec, 16x32xf32>) {
  // expected-error@+1 {{expects src0 to be a !pto.tile_buf<...>, got !pto.partition_tensor_view<16x32xf32>}}
  pto.tadd ins(%x, %z : !pto.partition_tensor_view<16x32xf32>, !pto.tile_buf<vec, 16x32xf32>)
    outs(%z : !pto.tile_buf<vec, 16x32xf32>)
  func.return
}

// -----

func.func @element(%p: !pto.ptr<f32>, %i: index) {
  // expected-error@+1 {{expects value of f32, the element of ptr, got f16}}
  %x = pto.load_scalar %p[%i] : !pto.ptr<f32> -> f16
  func.return
}

// -----

func.func @from_l1(%t: !pto.tile_buf<mat, 16x32xf32>, %i: index) {
  // expected-error@+1 {{expects src in vec, got !pto.tile_buf<mat, 16x32xf32>}}
  %x = pto.tgetval ins(%t, %i : !pto.tile_buf<mat, 16x32xf32>, index) outs : f32
  func.return
}

// -----

func.func @later(%x: !pto.tile_buf<vec, 16x32xi32>, %z: !pto.tile_buf<vec, 16x32xi16>) {
  // expected-error@+1 {{is there on a5 only, and this module is for a3}}
  pto.tpack ins(%x : !pto.tile_buf<vec, 16x32xi32>) outs(%z : !pto.tile_buf<vec, 16x32xi16>)
  func.return
}
