"""Write .npy files that no run can take to a directory."""

import sys
from pathlib import Path

import numpy as np

directory = Path(sys.argv[1])
np.save(directory / "f32.npy", np.ones((5, 48), np.float32))
np.save(directory / "u16.npy", np.ones((5, 48), np.uint16))
np.save(directory / "pickled.npy", np.array([{}, {}], dtype=object), allow_pickle=True)
np.savez(directory / "archive.npz", x=np.ones(3))
(directory / "archive.npz").rename(directory / "archive.npy")
whole = (directory / "x.npy").read_bytes()
(directory / "short.npy").write_bytes(whole[:-100])
(directory / "huge.npy").write_bytes(whole.replace(b"(5, 48), }", b"(5, 48" + b"0" * 9 + b"), }")[: len(whole)])
