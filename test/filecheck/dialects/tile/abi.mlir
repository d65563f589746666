// RUN: tile-opt %s | tile-opt - | filecheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt - | filecheck %s

// CHECK-LABEL: func.func private @f() -> () attributes {tile.abi = #tile.abi<[in 0 : tensor<5x16xbf16>, inout 1 : tensor<5x8xf32>, scalar 2 : index] -> [inout 1 : tensor<5x8xf32>, out 3 : tensor<5xf32>]>}
func.func private @f() attributes {
  tile.abi = #tile.abi<[in 0 : tensor<5x16xbf16>, inout 1 : tensor<5x8xf32>, scalar 2 : index]
                       -> [inout 1 : tensor<5x8xf32>, out 3 : tensor<5xf32>]>
}

// CHECK-LABEL: func.func private @nothing() -> () attributes {tile.abi = #tile.abi<[] -> []>}
func.func private @nothing() attributes {tile.abi = #tile.abi<[] -> []>}

// CHECK-LABEL: func.func private @parameter() -> () attributes {parameter = #tile.parameter<out 1 : f32>}
func.func private @parameter() attributes {parameter = #tile.parameter<out 1 : f32>}
