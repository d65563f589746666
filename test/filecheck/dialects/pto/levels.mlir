// RUN: tile-opt --pto-level=level3 %s | filecheck %s
// RUN: not tile-opt --pto-level=level2 %s 2>&1 | filecheck %s --check-prefix LOWER
// RUN: not tile-opt -f 'pto{arch="a7"}' %s 2>&1 | filecheck %s --check-prefix ARCH
// RUN: not tile-opt -f 'pto{level="level9"}' %s 2>&1 | filecheck %s --check-prefix LEVEL

// CHECK: pto.alloc_tile addr = %a
// LOWER: levels.mlir:11:{{[0-9]+}}: error: 'pto.alloc_tile' op has an addr, which level2 leaves to the memory planner
// ARCH: error: there is no pto architecture 'a7'; known: a3, a2a3, a5
// LEVEL: error: there is no pto level 'level9'; known: level1, level2, level3
func.func @f(%a: i64) {
  %t = pto.alloc_tile addr = %a : !pto.tile_buf<vec, 16x32xf32>
  func.return
}
