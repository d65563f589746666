// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --check-semantics | filecheck %s

// A cast that anything but a matmul reads stays, without a hint.

// case 94: it is stored.
// CHECK-LABEL: func.func @case_94(
// CHECK:           %lhs = tile.load %a[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
// CHECK-NEXT:      %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
// CHECK-NEXT:      %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:      %h = tile.cast %c rint : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xbf16, vec>
// CHECK-NEXT:      %0 = tile.store %h into %out[0, 0] : !tile.tile<128x128xbf16, vec> into tensor<128x128xbf16>
func.func @case_94(%a: tensor<128x64xbf16>, %b: tensor<64x128xbf16>, %out: tensor<128x128xbf16>) -> tensor<128x128xbf16> {
  %lhs = tile.load %a[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xbf16, mat>, !tile.tile<64x128xbf16, mat> -> !tile.tile<128x128xf32, acc>
  %h = tile.cast %c rint : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xbf16, vec>
  %0 = tile.store %h into %out[0, 0] : !tile.tile<128x128xbf16, vec> into tensor<128x128xbf16>
  func.return %0 : tensor<128x128xbf16>
}

// It is multiplied and stored.
// CHECK-LABEL: func.func @mixed(
// CHECK:           %lhs = tile.load %a[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
// CHECK-NEXT:      %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
// CHECK-NEXT:      %e = tile.load %w[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
// CHECK-NEXT:      %c = tile.matmul %lhs, %rhs
// CHECK-NEXT:      %h = tile.cast %c rint : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xbf16, vec>
// CHECK-NEXT:      %d = tile.matmul %h, %e
// CHECK-NEXT:      %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
// CHECK-NEXT:      %1 = tile.store %h into %copy[0, 0] : !tile.tile<128x128xbf16, vec> into tensor<128x128xbf16>
func.func @mixed(%a: tensor<128x64xbf16>, %b: tensor<64x128xbf16>, %w: tensor<128x64xbf16>, %out: tensor<128x64xf32>, %copy: tensor<128x128xbf16>) -> (tensor<128x64xf32>, tensor<128x128xbf16>) {
  %lhs = tile.load %a[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x128xbf16> to !tile.tile<64x128xbf16, mat>
  %e = tile.load %w[0, 0] : tensor<128x64xbf16> to !tile.tile<128x64xbf16, mat>
  %c = tile.matmul %lhs, %rhs : !tile.tile<128x64xbf16, mat>, !tile.tile<64x128xbf16, mat> -> !tile.tile<128x128xf32, acc>
  %h = tile.cast %c rint : !tile.tile<128x128xf32, acc> to !tile.tile<128x128xbf16, vec>
  %d = tile.matmul %h, %e : !tile.tile<128x128xbf16, vec>, !tile.tile<128x64xbf16, mat> -> !tile.tile<128x64xf32, acc>
  %0 = tile.store %d into %out[0, 0] : !tile.tile<128x64xf32, acc> into tensor<128x64xf32>
  %1 = tile.store %h into %copy[0, 0] : !tile.tile<128x128xbf16, vec> into tensor<128x128xbf16>
  func.return %0, %1 : tensor<128x64xf32>, tensor<128x128xbf16>
}
