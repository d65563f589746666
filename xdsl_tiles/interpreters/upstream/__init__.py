"""What the upstream dialects mean: arith, math, scf, func, tensor, linalg, memref."""
