// RUN: not tile-opt %s -p distribute-blocks{cores=0} 2>&1 | filecheck %s

func.func @f() {
  func.return
}
// CHECK: error: 'builtin.module' op cannot deal blocks out to 0 cores; 'cores' is 1 or more
