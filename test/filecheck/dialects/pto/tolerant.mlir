// RUN: tile-opt --verify-roundtrip %s | filecheck %s

// What later versions of the language leave out or add.

func.func @later(%t: !pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=32>, %i: index,
    %m: memref<16x32xf32, #pto.address_space<vec>>) {
  // CHECK: @later(%t: !pto.tile_buf<vec, 16x32xf32>
  %0 = arith.constant 4 : index
  %c = pto.bind_tile %m {config = #pto.tile_buf_config<blayout=col_major, s_fractal_size=1024>}
    : memref<16x32xf32, #pto.address_space<vec>> -> memref<16x32xf32, #pto.address_space<vec>>
  // CHECK: #pto.tile_buf_config<blayout=#pto.blayout<col_major>, slayout=#pto.slayout<none_box>, s_fractal_size=1024, pad=#pto.pad_value<null>, compact=#pto.compact_mode<null>>
  %a = pto.subview %t[%0, %0] sizes [8, 32] : !pto.tile_buf<vec, 16x32xf32>
  // CHECK: pto.subview %t[%{{.*}}, %{{.*}}] sizes [8, 32] : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 8x32xf32, valid=8x28>
  %b = pto.subview %t[%i, %0] sizes [8, 16] valid [%0, %0] : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 8x16xf32, valid=?x?>
  // CHECK: valid [%{{.*}}, %{{.*}}] : !pto.tile_buf<vec, 16x32xf32> -> !pto.tile_buf<vec, 8x16xf32, valid=?x?>
  %s = pto.subset %t[%i, %0] sizes [8, 16] : !pto.tile_buf<vec, 16x32xf32>
  // CHECK: pto.subset
  func.return
}
