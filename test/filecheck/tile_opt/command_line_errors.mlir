// A command line that can't be carried out: one line on stderr, exit code 1, no traceback.

// RUN: not tile-opt %s -p csee 2>&1 | filecheck %s --check-prefix PASS
// PASS: <pipeline>:1:1: error: unknown pass 'csee'; did you mean 'cse'?
// PASS-NOT: {{.}}

// RUN: not tile-opt %s -p 'cse,convert-scf-to-cff' 2>&1 | filecheck %s --check-prefix SECOND
// SECOND: <pipeline>:1:5: error: unknown pass 'convert-scf-to-cff'; did you mean 'convert-scf-to-cf'

// RUN: not tile-opt %s -p 'cse{fast=true}' 2>&1 | filecheck %s --check-prefix NONE
// NONE: <pipeline>:1:5: error: pass 'cse' has no option 'fast'; it has none

// RUN: not tile-opt %s -p 'scf-for-loop-unroll{factor=2}' 2>&1 | filecheck %s --check-prefix OPTION
// OPTION: <pipeline>:1:21: error: pass 'scf-for-loop-unroll' has no option 'factor'; {{its options are|it has none}}

// RUN: not tile-opt %s -p 'mlir-opt{generic=7}' 2>&1 | filecheck %s --check-prefix VALUE
// VALUE: <pipeline>:1:10: error: option 'generic' of pass 'mlir-opt' takes true or false, not 7

// RUN: not tile-opt %s -p 'cse canonicalize' 2>&1 | filecheck %s --check-prefix COMMA
// COMMA: <pipeline>:1:5: error: expected ',' or '{' after a pass, but found 'canonicalize'

// RUN: not tile-opt %s -p 'mlir-opt{generic=' 2>&1 | filecheck %s --check-prefix END
// END: <pipeline>:1:18: error: expected a value, but found the end

// RUN: not tile-opt %s --no-such-flag 2>&1 | filecheck %s --check-prefix FLAG
// FLAG: tile-opt: error: unrecognized arguments: --no-such-flag
// FLAG-NOT: {{.}}

// RUN: not tile-opt %s --hints=xml 2>&1 | filecheck %s --check-prefix HINTS
// HINTS: tile-opt: error: argument --hints: invalid choice: 'xml' (choose from

// RUN: not tile-opt %s --check-semantics=soon 2>&1 | filecheck %s --check-prefix SEED
// SEED: tile-opt: error: argument --check-semantics: invalid int value: 'soon'

// RUN: not tile-opt %s -t assembler 2>&1 | filecheck %s --check-prefix TARGET
// TARGET: tile-opt: error: argument -t/--target: invalid choice: 'assembler'

// RUN: not tile-opt %s --machine ascend911 2>&1 | filecheck %s --check-prefix MACHINE
// MACHINE: tile-opt: error: --machine: unknown machine 'ascend911'; available: ascend910b

// RUN: not tile-opt %s --help-pass csee 2>&1 | filecheck %s --check-prefix HELP
// HELP: tile-opt: error: unknown pass 'csee'; did you mean 'cse'?

// RUN: not tile-opt %S/no_such_file.mlir 2>&1 | filecheck %s --check-prefix FILE
// FILE: tile-opt: error: {{.*}}no_such_file.mlir: No such file or directory

// RUN: not tile-opt %S 2>&1 | filecheck %s --check-prefix DIRECTORY
// DIRECTORY: tile-opt: error: {{.*}}tile_opt: Is a directory

// RUN: not tile-opt %s -o %t/missing/out.mlir 2>&1 | filecheck %s --check-prefix OUTPUT
// OUTPUT: tile-opt: error: {{.*}}out.mlir: No such file or directory


// RUN: touch %t.file
// RUN: not tile-opt %s --dump-after-all %t.file/dumps 2>&1 | filecheck %s --check-prefix DUMPS
// DUMPS: tile-opt: error: {{.*}}.file/dumps: Not a directory
