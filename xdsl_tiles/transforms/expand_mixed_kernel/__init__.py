"""`expand-mixed-kernel`: split kernels that need both a cube and a vector core into one function for each.

Files: `sides` (which core an op is for), `work` (what each core has to do), `halves` (the two functions), `slots` (when
a popped tile's slot goes back). Source: tile_l0 section 7 (ExpandMixedKernel).
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_tiles.analysis.properties import MEMORY_SPACES, ONE_KIND_OF_CORE, TILES_2D
from xdsl_tiles.diagnostics import fail, hint
from xdsl_tiles.dialects.tile.attributes import CoreKind, CoreKindAttr, FunctionKind, FunctionKindAttr
from xdsl_tiles.dialects.tile.kernel import CORE, DEFAULT_PIPE_DEPTH, KIND, function_kind
from xdsl_tiles.dialects.tile.launch import LaunchOp
from xdsl_tiles.dialects.tile.transfer import MoveOp
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.expand_mixed_kernel.halves import HalfBuilder
from xdsl_tiles.transforms.expand_mixed_kernel.sides import core_of, is_crossing
from xdsl_tiles.transforms.expand_mixed_kernel.work import CannotSplit, Work


@dataclass(frozen=True)
class ExpandMixedKernelPass(CheckedPass):
    """Split in-core functions with work for a cube and a vector core; say of the others which core runs them.

    Where a tile.move leads from one core to the other, the one pushes the tile into a pipe of its own and the other
    pops it, and frees the slot after the last reader. Both halves keep the loops, branches and scalars that their work
    stands in; each stores and returns what it computes. The function that was there launches the two.

    Stores and loads follow the memory of their tile. A tensor that one core stores into and the other one touches
    orders the two cores in a way that pipes don't: a function that also moves tiles between cores is then refused, one
    that doesn't stays whole, with hint `PH-MK-001`. A moved tile has a static valid shape.

    ```mlir
    func.func @f(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32> {
      %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
      %l = tile.move %a : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
      %r = tile.move %a : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, right>
      %c = tile.matmul %l, %r : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
      %v = tile.move %c : !tile.tile<16x16xf32, acc> to !tile.tile<16x16xf32, vec>
      %e = tile.exp %v : !tile.tile<16x16xf32, vec>
      %0 = tile.store %e into %out[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
      func.return %0 : tensor<16x16xf32>
    }
    ```
    becomes
    ```mlir
    func.func private @f_cube(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>)
        attributes {tile.core = #tile<core cube>, tile.pipe_depth = 2 : i64} {
      %a = tile.load %x[0, 0] : tensor<16x16xf32> to !tile.tile<16x16xf32, mat>
      %l = tile.move %a : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, left>
      %r = tile.move %a : !tile.tile<16x16xf32, mat> to !tile.tile<16x16xf32, right>
      %c = tile.matmul %l, %r : !tile.tile<16x16xf32, left>, !tile.tile<16x16xf32, right> -> !tile.tile<16x16xf32, acc>
      tile.push %c to vector pipe 0 : !tile.tile<16x16xf32, acc>
      func.return
    }
    func.func private @f_vector(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32>
        attributes {tile.core = #tile<core vector>, tile.pipe_depth = 2 : i64} {
      %v = tile.pop from cube pipe 0 : !tile.tile<16x16xf32, vec>
      %e = tile.exp %v : !tile.tile<16x16xf32, vec>
      tile.free %v : !tile.tile<16x16xf32, vec>
      %0 = tile.store %e into %out[0, 0] : !tile.tile<16x16xf32, vec> into tensor<16x16xf32>
      func.return %0 : tensor<16x16xf32>
    }
    func.func @f(%x: tensor<16x16xf32>, %out: tensor<16x16xf32>) -> tensor<16x16xf32>
        attributes {tile.kind = #tile<kind orchestration>} {
      %0 = tile.launch cube @f_cube vector @f_vector(%x, %out)
          : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
      func.return %0 : tensor<16x16xf32>
    }
    ```
    """

    name = "expand-mixed-kernel"
    needs = (TILES_2D, MEMORY_SPACES)
    gives = (TILES_2D, MEMORY_SPACES, ONE_KIND_OF_CORE)

    depth: int = DEFAULT_PIPE_DEPTH
    """how many tiles a pipe holds"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Split or mark every in-core function of the module."""
        functions = [function for function in op.walk() if isinstance(function, FuncOp) and function.body.blocks]
        names = {function.sym_name.data for function in functions}
        for function in functions:
            if function_kind(function) is FunctionKind.IN_CORE and CORE not in function.attributes:
                self._expand(function, names)

    def _expand(self, function: FuncOp, names: set[str]) -> None:
        if self.depth < 1:
            fail(function, f"pipes hold at least one tile, not depth={self.depth}")
        crossings = [op for op in function.walk() if is_crossing(op)]
        cores = {core for op in function.walk() if (core := core_of(op)) is not None}
        if crossings:
            cores = set(CoreKind)
        if len(cores) == 2:
            self._split(function, crossings, names)
        elif cores:
            function.attributes[CORE] = CoreKindAttr(cores.pop())

    def _split(self, function: FuncOp, crossings: list[MoveOp], names: set[str]) -> None:
        for move in crossings:
            _refuse_dynamic(move)
        try:
            work = Work(function)
        except CannotSplit as error:
            _keep_whole(error, bool(crossings))
            return
        busy = [kind for kind in CoreKind if work.has_work(kind)]
        if len(busy) == 1 and not crossings:
            function.attributes[CORE] = CoreKindAttr(busy[0])
            return
        needed = [move for move in crossings if any(move in ops for ops in work.ops.values())]
        pipes: dict[Operation, int] = {move: number for number, move in enumerate(needed)}
        halves = [
            HalfBuilder(work, kind, pipes, self.depth).build(_free_name(f"{function.sym_name.data}_{kind}", names))
            for kind in CoreKind
        ]
        Rewriter.insert_op(halves, InsertPoint.before(function))
        _launch(function, halves, work.returned_by)


def _refuse_dynamic(move: MoveOp) -> None:
    type_ = move.result.type
    if DYNAMIC_INDEX in type_.valid:
        fail(
            move,
            f"moves {type_} between cores: the receiver has to know what of it is valid; "
            "move a tile whose valid shape is static, and narrow it on the other side with tile.set_validshape",
        )


def _keep_whole(error: CannotSplit, has_crossings: bool) -> None:
    op, reason = error.obstacle
    if has_crossings:
        fail(op, f"{reason}, so that the function can't be split between the cores; hand the data over by a tile.move")
    hint(op, "PH-MK-001", f"{reason}: the function stays one kernel for both cores; hand the data over by a tile.move")


def _free_name(wanted: str, names: set[str]) -> str:
    name, number = wanted, 0
    while name in names:
        number += 1
        name = f"{wanted}_{number}"
    names.add(name)
    return name


def _launch(function: FuncOp, halves: list[FuncOp], returned_by: list[CoreKind]) -> None:
    """Let a function launch its halves instead of doing their work."""
    block = Block(arg_types=function.function_type.inputs.data)
    for old, new in zip(function.body.block.args, block.args):
        new.name_hint = old.name_hint
    cube, vector = halves
    types = [*cube.function_type.outputs, *vector.function_type.outputs]
    launch = LaunchOp(cube.sym_name.data, vector.sym_name.data, block.args, types)
    given = {CoreKind.CUBE: iter(launch.outputs[: len(cube.function_type.outputs)])}
    given[CoreKind.VECTOR] = iter(launch.outputs[len(cube.function_type.outputs) :])
    results: list[SSAValue] = [next(given[kind]) for kind in returned_by]
    launch.location = function.location
    block.add_ops([launch, ReturnOp(*results)])
    function.body.detach_block(0).erase()
    function.body.add_block(block)
    function.attributes[KIND] = FunctionKindAttr(FunctionKind.ORCHESTRATION)
