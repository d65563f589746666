// A transformer's feed-forward block for 17 tokens: 64 features to 256 and back in bf16, with biases, gelu by its tanh
// form, and the residual added.
#rows = affine_map<(i, j) -> (i, j)>
#bias = affine_map<(i, j) -> (j)>
func.func @feed_forward(%x: tensor<17x64xbf16>, %up: tensor<64x256xbf16>, %up_bias: tensor<256xf32>,
                        %down: tensor<256x64xbf16>, %down_bias: tensor<64xf32>) -> tensor<17x64xf32> {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %cubic = arith.constant 0.044715 : f32
  %root = arith.constant 0.79788456 : f32
  %wide = tensor.empty() : tensor<17x256xf32>
  %up_init = linalg.broadcast ins(%up_bias : tensor<256xf32>) outs(%wide : tensor<17x256xf32>) dimensions = [0]
  %h = linalg.matmul ins(%x, %up : tensor<17x64xbf16>, tensor<64x256xbf16>) outs(%up_init : tensor<17x256xf32>)
    -> tensor<17x256xf32>
  %narrow = tensor.empty() : tensor<17x256xbf16>
  %g = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]}
    ins(%h : tensor<17x256xf32>) outs(%narrow : tensor<17x256xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.mulf %0, %a : f32
    %2 = arith.mulf %1, %cubic : f32
    %3 = arith.addf %a, %2 : f32
    %4 = arith.mulf %3, %root : f32
    %5 = math.tanh %4 : f32
    %6 = arith.addf %5, %one : f32
    %7 = arith.mulf %a, %half : f32
    %8 = arith.mulf %7, %6 : f32
    %9 = arith.truncf %8 : f32 to bf16
    linalg.yield %9 : bf16
  } -> tensor<17x256xbf16>
  %out = tensor.empty() : tensor<17x64xf32>
  %down_init = linalg.broadcast ins(%down_bias : tensor<64xf32>) outs(%out : tensor<17x64xf32>) dimensions = [0]
  %y = linalg.matmul ins(%g, %down : tensor<17x256xbf16>, tensor<256x64xbf16>) outs(%down_init : tensor<17x64xf32>)
    -> tensor<17x64xf32>
  %r = linalg.generic {indexing_maps = [#rows, #rows, #rows], iterator_types = ["parallel", "parallel"]}
    ins(%y, %x : tensor<17x64xf32>, tensor<17x64xbf16>) outs(%out : tensor<17x64xf32>) {
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %0 = arith.extf %b : bf16 to f32
    %1 = arith.addf %a, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<17x64xf32>
  func.return %r : tensor<17x64xf32>
}
