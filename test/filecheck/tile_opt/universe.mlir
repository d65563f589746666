// Plain xdsl-opt sees our dialects, through the entry point of the installed package.

// RUN: xdsl-opt %s | filecheck %s

// CHECK: tile.create : !tile.tile<16x64xf32, acc>
%0 = tile.create : !tile.tile<16x64xf32, acc>
