"""`legalize-tile-cast`: casts in steps that the machine has an instruction for."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from xdsl_tiles.analysis.cast_chain import CastChain, cast_chain
from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.analysis.properties import NATIVE_CASTS
from xdsl_tiles.diagnostics import fail, hint
from xdsl_tiles.dialects.tile.attributes import FunctionKind
from xdsl_tiles.dialects.tile.kernel import function_kind
from xdsl_tiles.dialects.tile.types import element_type_named, tile_type
from xdsl_tiles.dialects.tile.vector import CastOp
from xdsl_tiles.machines import Machine
from xdsl_tiles.numerics.dtypes import dtype_named
from xdsl_tiles.numerics.round_mode import RoundMode
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.rewriting import apply_patterns

ROUNDS_TWICE = "PH-LC-001"
"""The hint for a cast of which every chain of native casts gives other values somewhere."""


class LegalizeCast(RewritePattern):
    """A `tile.cast` that is no single instruction of the machine becomes a chain of casts that are."""

    def __init__(self, machine: Machine):
        self.machine = machine

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CastOp, rewriter: PatternRewriter) -> None:
        source, target = str(tile_type(op.source).element_type), str(op.result.type.element_type)
        if self.machine.can_cast(source, target):
            return
        chain = cast_chain(dtype_named(source), dtype_named(target), RoundMode(op.mode.data), self.machine)
        if chain is None:
            native = ", ".join(self.machine.dtypes.cast.get(source, ())) or "nothing"
            fail(
                op,
                f"cannot cast {source} to {target} on {self.machine.name}: no chain of its casts gets there "
                f"({source} to {native}); choose another element type or machine",
            )
        if not chain.faithful:
            through = " -> ".join([source, *(via.name for via, _ in chain.steps)])
            message = f"{self.machine.name} casts {source} to {target} through {through}, which can give other values"
            hint(op, ROUNDS_TWICE, message, chain=through)
        _expand(op, chain, rewriter)


def _expand(op: CastOp, chain: CastChain, rewriter: PatternRewriter) -> None:
    casts: list[CastOp] = []
    name, value = op.result.name_hint, op.source
    for target, mode in chain.steps:
        cast = CastOp(value, element_type_named(target.name), mode)
        value = cast.result
        value.name_hint = name and f"{name}_{target.name}"
        casts.append(cast)
    last = casts[-1]
    last.attributes.update(op.attributes)
    last.result.name_hint = name
    rewriter.replace(op, casts)
    rewriter.replace_value_with_new_type(last.result, op.result.type)


@dataclass(frozen=True)
class LegalizeTileCastPass(CheckedPass):
    """Replace each cast of in-core functions that the machine can't do in one step by a chain of casts it can.

    The chain is the shortest that gives what the direct cast gives: for every element, infinities and NaN included, and
    every round mode. What a type on the way can't hold is rounded to `odd`, or in a directed mode in that mode, so that
    the last step, which carries the mode asked for, isn't misled by a tie. Steps that lose nothing have mode `none`.
    Among the shortest chains, types that hold every source element come first, then floats of the same width, then
    other floats. Where no chain is faithful the shortest one is taken, with hint `PH-LC-001`.

    Native casts stay, among them the f32 to bf16 or f16 `rint` that a cube folds into its drain. A cast that no chain
    reaches is an error. With machine `none` nothing is replaced. Source: tile_l0 sections 1 and 7.

    ```mlir
    %b = tile.cast %a rint : !tile.tile<16x64xbf16, vec> to !tile.tile<16x64xi8, vec>
    ```
    becomes, for ascend910b,
    ```mlir
    %b_f32 = tile.cast %a none : !tile.tile<16x64xbf16, vec> to !tile.tile<16x64xf32, vec>
    %b_f16 = tile.cast %b_f32 odd : !tile.tile<16x64xf32, vec> to !tile.tile<16x64xf16, vec>
    %b = tile.cast %b_f16 rint : !tile.tile<16x64xf16, vec> to !tile.tile<16x64xi8, vec>
    ```
    """

    name = "legalize-tile-cast"

    gives = (NATIVE_CASTS,)

    machine: str | None = None
    """whose casts to use; without it `tile.machine` of the function or module, else ascend910b"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Legalize the casts of every in-core function of the module."""
        for function in [inner for inner in op.walk() if isinstance(inner, FuncOp)]:
            machine = machine_for(function, self.machine) if function_kind(function) is FunctionKind.IN_CORE else None
            if machine is not None:
                apply_patterns(function, [LegalizeCast(machine)])
