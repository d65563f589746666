// RUN: tile-opt --split-input-file %s | filecheck %s

// The order of the boxes in L0A is that of the machine that the module names, whatever the text says.

// CHECK: @a3(!pto.tile_buf<left, 16x16xf16, slayout=row_major>)
func.func private @a3(!pto.tile_buf<left, 16x16xf16, blayout=col_major, slayout=row_major>)

// -----

// CHECK: @a5(!pto.tile_buf<left, 16x16xf16, blayout=col_major, slayout=row_major>)
builtin.module attributes {"pto.target_arch" = "a5"} {
  func.func private @a5(!pto.tile_buf<left, 16x16xf16, slayout=row_major>)
}

// -----

// A comment is no declaration: pto.target_arch = "a5"
// CHECK: @again_a3(!pto.tile_buf<left, 16x16xf16, slayout=row_major>)
func.func private @again_a3(!pto.tile_buf<left, 16x16xf16, slayout=row_major>)
