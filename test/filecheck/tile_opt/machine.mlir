// --machine is recorded on the module, and comes before what functions say.

// RUN: tile-opt %s | filecheck %s --check-prefix PLAIN
// RUN: tile-opt %s --machine ascend950 | filecheck %s

// PLAIN: builtin.module {
// PLAIN: func.func private @f() -> () attributes {tile.machine = "ascend910b"}
// CHECK: builtin.module attributes {tile.machine = "ascend950"} {
// CHECK: func.func private @f() -> () attributes {tile.machine = "ascend950"}
func.func private @f() -> () attributes {tile.machine = "ascend910b"}
