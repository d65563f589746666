"""Where the sub-tiles of a matmul go: the one place that decides it."""

from __future__ import annotations

from xdsl.ir import OpResult

from xdsl_tiles.analysis.footprint import footprint
from xdsl_tiles.analysis.l0 import L0Tile, Planner
from xdsl_tiles.dialects.tile.attributes import MemorySpace
from xdsl_tiles.dialects.tile.extents import format_shape
from xdsl_tiles.dialects.tile.memory import StoreOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.dialects.tile.types import element_bits
from xdsl_tiles.dialects.tile.vector import CastOp
from xdsl_tiles.transforms.auto_tile_matmul_l0.candidate import Candidate
from xdsl_tiles.transforms.auto_tile_matmul_l0.choice import Refusal, output_stationary_tile
from xdsl_tiles.transforms.auto_tile_matmul_l0.mat_scratch import MatScratch, feeds_only_matmuls, why_not_folded
from xdsl_tiles.transforms.tiling.placement import Placement, direct_store


def placement_of(candidate: Candidate) -> Placement | Refusal:
    """Where the sub-tiles of a fresh product go, or why it can't be cut into any.

    A product that one store takes is stored sub-tile by sub-tile. One that only matmuls read, as it is or through one
    cast that leaving L0C can do, is gathered in a scratch in Mat, as is one that only moves there. Source: seed,
    "Placement".
    """
    result: OpResult = candidate.op.results[0]
    if candidate.lhs_type.space is MemorySpace.VEC:
        return Refusal("its left operand is in vec: move it to mat first")
    if feeds_only_matmuls(result):
        return _checked(MatScratch(candidate, None))
    user = result.get_user_of_unique_use()
    if isinstance(user, CastOp) and feeds_only_matmuls(user.result):
        reason = why_not_folded(user)
        return _checked(MatScratch(candidate, user)) if reason is None else Refusal(reason)
    if isinstance(user, MoveOp) and user.result.type.space is MemorySpace.MAT:
        return _checked(MatScratch(candidate, user))
    if not isinstance(user, StoreOp):
        return Refusal("its result must go to exactly one tile.store in the same block, or to nothing but matmuls")
    store = direct_store(result)
    return Refusal(store) if isinstance(store, str) else store


def tile_for(placement: Placement, candidate: Candidate, tile: L0Tile) -> L0Tile:
    """The tile to use under a placement, of which the chooser knows nothing.

    A chained producer shares L0 with its consumer. The pypto planner never subdivides a freed buffer, so under it the
    producer may not hold a panel that fills L0A or L0B (seed, "Legacy-PyPTO limitation").
    """
    holds_operand = tile.stationarity in ("A", "B")
    if isinstance(placement, MatScratch) and holds_operand and candidate.tiling.planner is Planner.PYPTO:
        return output_stationary_tile(candidate)
    return tile


def _checked(scratch: MatScratch) -> MatScratch | Refusal:
    """The scratch, where Mat has room for it and takes its element type at any offset."""
    machine, shape = scratch.candidate.tiling.machine, scratch.candidate.extents[:2]
    dtype, bits = str(scratch.element_type), element_bits(scratch.element_type)
    needed, available = footprint(shape, dtype, bits, MemorySpace.MAT, machine), machine.capacity(MemorySpace.MAT)
    assert needed is not None and available is not None, "candidates are static and cube machines have L1"
    if needed > available:
        reason = (
            f"the scratch that keeps {format_shape(shape)}x{dtype} for the matmuls that read it takes {needed} bytes "
            f"of mat ({available}): cut them into smaller ones"
        )
        return Refusal(reason, figures={"scratch": needed, "mat": available})
    if dtype not in machine.dtypes.acc_to_mat_window:
        allowed = " or ".join(machine.dtypes.acc_to_mat_window)
        reason = f"{machine.name} gathers {allowed} in mat, not {dtype}: cast its result to that with rint"
        return Refusal(reason, "PH-AT-009", {"scratch": needed, "mat": available})
    return scratch
