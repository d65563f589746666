"""Random inputs for qwen3_q_proj.mlir and what NumPy makes of them: x.npy, w.npy and y.npy in the folder given."""

import sys
from pathlib import Path

import ml_dtypes
import numpy as np

folder = Path(sys.argv[1])
generator = np.random.default_rng(0)
x = generator.standard_normal((128, 1024), np.float32).astype(ml_dtypes.bfloat16)
w = generator.standard_normal((1024, 2048), np.float32).astype(ml_dtypes.bfloat16)
np.save(folder / "x.npy", x)
np.save(folder / "w.npy", w)
np.save(folder / "y.npy", x.astype(np.float32) @ w.astype(np.float32))
