// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --plans --verify-diagnostics
// RUN: tile-opt %s -p "auto-tile-matmul-l0{machine=ascend910b planner=pypto}" --hints=json 2>&1 >/dev/null | filecheck %s --check-prefix JSON

// Per matmul, on request: what was chosen and what it costs, as text or as one JSON object each.

// JSON:      {"severity": "plan", "code": null, "position": "{{.*}}plans.mlir:{{[0-9]+}}:3", "op": "tile.matmul", "message": "16x64x2048 in tiles of {{.*}}", "figures": {"M": 16, "N": 64, "K": 2048, "operands": "bf16", "accumulator": "f32", "m": 16, "n": 64, "k": 256, "rows": 1, "columns": 1, "k_blocks": 8, "holds": "output", "rows_outer": false, "double_buffer_c": false, "wall_cycles": 3810, "load_cycles": 3574.9, "mad_cycles": 680, "drain_cycles": 235.2, "traffic_bytes": 331776, "left_bytes": 16384, "left_capacity": 65536, "right_bytes": 65536, "right_capacity": 65536, "acc_bytes": 4096, "acc_capacity": 131072}}
// JSON-NEXT: {"severity": "plan", {{.*}} "figures": {"M": 256, "N": 544, "K": 128, "operands": "bf16", "accumulator": "f32", "m": 256, "n": 128, "k": 128, "rows": 1, "columns": 5, "k_blocks": 1, "holds": "lhs", "rows_outer": true, "double_buffer_c": false, "wall_cycles": 11741, "load_cycles": 2136.0, "mad_cycles": 5225, "drain_cycles": 6516.0, "traffic_bytes": 761856, "left_bytes": 65536, "left_capacity": 65536, "right_bytes": 65536, "right_capacity": 65536, "acc_bytes": 131072, "acc_capacity": 131072}}
// JSON-NEXT: {"severity": "plan", {{.*}} "figures": {"M": 64, "N": 64, "K": 64, "operands": "bf16", "accumulator": "f32", "m": 64, "n": 64, "k": 64, "rows": 1, "columns": 1, "k_blocks": 1, "holds": "output", "rows_outer": true, "double_buffer_c": false, "wall_cycles": 608, "load_cycles": 159.1, "mad_cycles": 85, "drain_cycles": 448.8, "traffic_bytes": 32768, "left_bytes": 16384, "left_capacity": 65536, "right_bytes": 16384, "right_capacity": 65536, "acc_bytes": 16384, "acc_capacity": 131072}}
// JSON-NEXT: {"severity": "plan", {{.*}} "figures": {"M": 16, "N": 64, "K": 2048, "operands": "bf16", "accumulator": "f32", "m": 16, "n": 64, "k": 256, "rows": 1, "columns": 1, "k_blocks": 8, "holds": "output", "rows_outer": false, "double_buffer_c": false, "wall_cycles": 3810, "load_cycles": 3574.9, "mad_cycles": 680, "drain_cycles": 235.2, "traffic_bytes": 331776, "left_bytes": 16384, "left_capacity": 65536, "right_bytes": 65536, "right_capacity": 65536, "acc_bytes": 4096, "acc_capacity": 131072, "bias_bytes": 256, "bias_capacity": 1024}}

// A loop over K.
func.func @k_blocks(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  // expected-plan@+1 {{16x64x2048 in tiles of 16x64x256: 1 x 1 of them, 8 K blocks each, output held; 3810 cycles (load 3574.9, MAD 680, drain 235.2), 331776 bytes between L1 and L0; left 16384 of 65536, right 65536 of 65536, acc 4096 of 131072 bytes}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}

// A grid that holds left panels, of which one buffer is enough.
func.func @grid(%a: tensor<256x128xbf16>, %b: tensor<128x544xbf16>, %out: tensor<256x544xf32>) -> tensor<256x544xf32> {
  %lhs = tile.load %a[0, 0] : tensor<256x128xbf16> to !tile.tile<256x128xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<128x544xbf16> to !tile.tile<128x544xbf16, mat>
  // expected-plan@+1 {{256x544x128 in tiles of 256x128x128: 1 x 5 of them, K at once, lhs held; 11741 cycles (load 2136.0, MAD 5225, drain 6516.0), 761856 bytes between L1 and L0; left 65536 of 65536, right 65536 of 65536, acc 131072 of 131072 bytes}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<256x128xbf16, mat>, !tile.tile<128x544xbf16, mat> -> !tile.tile<256x544xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<256x544xf32, acc> into tensor<256x544xf32>
  func.return %0 : tensor<256x544xf32>
}

// What fits as it is was planned too.
func.func @whole(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %out: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<64x64xbf16> to !tile.tile<64x64xbf16, mat>
  // expected-plan@+1 {{64x64x64 in tiles of 64x64x64: 1 x 1 of them, K at once, output held; 608 cycles}}
  %c = tile.matmul %lhs, %rhs : !tile.tile<64x64xbf16, mat>, !tile.tile<64x64xbf16, mat> -> !tile.tile<64x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<64x64xf32, acc> into tensor<64x64xf32>
  func.return %0 : tensor<64x64xf32>
}

// The bias table counts where there is a bias.
func.func @bias(%a: tensor<16x2048xbf16>, %b: tensor<2048x64xbf16>, %bias: tensor<1x64xf32>, %out: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %lhs = tile.load %a[0, 0] : tensor<16x2048xbf16> to !tile.tile<16x2048xbf16, mat>
  %rhs = tile.load %b[0, 0] : tensor<2048x64xbf16> to !tile.tile<2048x64xbf16, mat>
  %row = tile.load %bias[0, 0] : tensor<1x64xf32> to !tile.tile<1x64xf32, mat, layout = <row, none, 512>>
  // expected-plan@+1 {{acc 4096 of 131072, bias 256 of 1024 bytes}}
  %c = tile.matmul_bias %lhs, %rhs, %row : !tile.tile<16x2048xbf16, mat>, !tile.tile<2048x64xbf16, mat>, !tile.tile<1x64xf32, mat, layout = <row, none, 512>> -> !tile.tile<16x64xf32, acc>
  %0 = tile.store %c into %out[0, 0] : !tile.tile<16x64xf32, acc> into tensor<16x64xf32>
  func.return %0 : tensor<16x64xf32>
}
