// Chunks are independent; a separator stands on a line of its own; line numbers are those of the file.

// RUN: not tile-opt --split-input-file --print-debuginfo %s 2> %t.err | filecheck %s
// RUN: filecheck %s --check-prefix ERROR < %t.err

// CHECK: "test.op"() {text = "// -----"} : () -> () loc("{{.*}}split.mlir":10:1)
// CHECK: // -----
// CHECK: "test.op"() : () -> () loc("{{.*}}split.mlir":18:1)

"test.op"() {text = "// -----"} : () -> ()

// -----

// ERROR: split.mlir:15:1: error: operation 'test.unknown' is not registered
test.unknown

// -----
"test.op"() : () -> ()
