// Spellings of a pipeline that xDSL's own grammar rejects.

// RUN: tile-opt %s -p 'cse, canonicalize' --print-between-passes 2>&1 | filecheck %s
// RUN: tile-opt %s -p ' cse ,canonicalize ' --print-between-passes 2>&1 | filecheck %s
// RUN: tile-opt %s -p 'cse{},canonicalize{ }' --print-between-passes 2>&1 | filecheck %s
// RUN: tile-opt %s -p 'builtin.module(cse, canonicalize)' --print-between-passes 2>&1 | filecheck %s
// CHECK: IR after cse:
// CHECK: IR after canonicalize:
func.func private @f()
