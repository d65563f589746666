#!/bin/sh
# A layer of a real model, from linalg to L0 tiles of an Ascend 910B cube, run and compared with NumPy.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '\n# %s\n' "$1"; }

say "the layer"
cat qwen3_q_proj.mlir

say "tile-opt qwen3_q_proj.mlir --machine ascend910b -p tensor-to-tile,tile-schedule"
tile-opt qwen3_q_proj.mlir --machine ascend910b -p tensor-to-tile,tile-schedule > "$work/tiled.mlir"
cat "$work/tiled.mlir"

say "why these L0 tiles: tile-explore 128 256 1024 --machine ascend910b --dtype bf16 --top 3"
tile-explore 128 256 1024 --machine ascend910b --dtype bf16 --top 3

say "run on random inputs and compare with NumPy: tile-run tiled.mlir --input x.npy w.npy --expect y.npy"
python numpy_reference.py "$work"
tile-run "$work/tiled.mlir" --input "$work/x.npy" "$work/w.npy" --expect "$work/y.npy"
