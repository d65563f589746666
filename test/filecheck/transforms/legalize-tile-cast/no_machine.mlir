// RUN: tile-opt %s -o %t.before
// RUN: tile-opt %s --check-semantics -p legalize-tile-cast -o %t.after
// RUN: tile-opt %s -p legalize-tile-cast{machine=a3} | filecheck %s
// RUN: diff %t.before %t.after

// Without a machine every cast stays; the pass option comes before what the function says.

func.func @no_machine(%x: tensor<16x64xf32>, %out: tensor<16x64xi8>) -> tensor<16x64xi8> attributes {tile.machine = "none"} {
  %a = tile.load %x[0, 0] : tensor<16x64xf32> to !tile.tile<16x64xf32, vec>
  %b = tile.cast %a rint : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xi8, vec>
  %y = tile.store %b into %out[0, 0] : !tile.tile<16x64xi8, vec> into tensor<16x64xi8>
  func.return %y : tensor<16x64xi8>
}
// CHECK: tile.cast %a odd
