"""Which biases the pass takes: hint PH-AT-011 for those of which no legal window can be formed (tile_l0 section 3)."""

from __future__ import annotations

from xdsl_tiles.analysis.footprint import align_up
from xdsl_tiles.analysis.l0 import BiasSource, NoLegalTile
from xdsl_tiles.diagnostics import hint
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.types import TileType, tile_type
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate


def has_vec_operand(candidate: Candidate) -> bool:
    """Whether a biased matmul takes its left operand from Vec, which is hinted at."""
    if candidate.bias is None or candidate.lhs_type.space is not MemorySpace.VEC:
        return False
    message = "its left operand is in vec, and a matmul with a bias takes both from mat: move it to mat first"
    hint(candidate.op, "PH-AT-011", message)
    return True


def has_illegal_bias(candidate: Candidate) -> bool:
    """Whether a candidate has a bias of which no window can be formed, which is hinted at."""
    if candidate.bias is None:
        return False
    bias, source = tile_type(candidate.bias), candidate.bias_source
    if source is None:
        hint(candidate.op, "PH-AT-011", "its operands are not laid out in fractals: load them into mat as they come")
        return True
    return _has_no_path(candidate, bias) or _exceeds_table(candidate, bias, source) or _is_misaligned(candidate, source)


def _has_no_path(candidate: Candidate, bias: TileType) -> bool:
    if bias.space is MemorySpace.BIAS:
        return False
    machine, source, accumulator = candidate.tiling.machine, str(bias.element_type), candidate.dtypes[2]
    if accumulator in machine.dtypes.mat_to_bias.get(source, ()):
        return False
    message = (
        f"{machine.name} has no path for a bias from {source} in mat to {accumulator} in the bias table: "
        "add it on the vector core"
    )
    hint(candidate.op, "PH-AT-011", message, source=source, accumulator=accumulator)
    return True


def _exceeds_table(candidate: Candidate, bias: TileType, source: BiasSource) -> bool:
    machine = candidate.tiling.machine
    columns = max(machine.cube.min_tile, source.alignment[1])
    needed, available = columns * bias.element_bits // 8, machine.memory["bias"].bytes
    if needed <= available:
        return False
    message = (
        f"the bias table of {machine.name} has {available} bytes, a window of {columns} columns needs {needed}: "
        "add the bias on the vector core"
    )
    hint(candidate.op, "PH-AT-011", message, needed=needed, available=available)
    return True


def _is_misaligned(candidate: Candidate, source: BiasSource) -> bool:
    fractal = candidate.tiling.machine.cube.fractal
    for axis, extent, box in zip("MNK", candidate.extents, source.alignment):
        alignment = max(fractal, box)
        if extent % alignment:
            message = (
                f"{axis} = {extent} is not a multiple of {alignment}, and a matmul with a bias takes whole fractals: "
                f"load {axis} = {align_up(extent, alignment)} with {extent} of it valid"
            )
            hint(candidate.op, "PH-AT-011", message, extent=extent, alignment=alignment)
            return True
    return False


def hint_needs_narrower_bias(candidate: Candidate, error: NoLegalTile) -> None:
    """Say that columns would have to be cut, but the bias is in the bias table already and cannot be."""
    columns = candidate.extents[1]
    needed, available = columns * candidate.result_type.element_bits // 8, candidate.tiling.machine.memory["bias"].bytes
    figures = f"takes {needed} bytes of {available} in the bias table" if needed > available else str(error)
    message = f"its bias is in the bias table, where it cannot be cut into windows: {figures}; leave the bias in mat"
    hint(candidate.op, "PH-AT-006", message, needed=needed, available=available, n=columns)
