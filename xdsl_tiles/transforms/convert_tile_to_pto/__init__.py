"""`convert-tile-to-pto`: from values to buffers, from tensors to pointers.

Files: `slots` (loops unrolled), `buffer_types`, `sharing` and `buffer_plan` (which tiles lie in which buffer),
`tensors` (what lies in which memory), `lowering` (the function being written), `rules` and one file per family of ops,
`function` and `blocks`.
Source: design of the calling convention, tile_l0 sections 6 and 7, pto sections 1 to 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.rewriter import Rewriter

from xdsl_tiles.analysis.machine_of import machine_for
from xdsl_tiles.analysis.properties import (
    ACCUMULATOR_PITCH,
    MEMORY_SPACES,
    NATIVE_CASTS,
    NO_PIPELINED_LOOPS,
    ONE_KIND_OF_CORE,
    TILES_2D,
)
from xdsl_tiles.diagnostics import fail
from xdsl_tiles.dialects.pto.arch import ARCH_NAMES, record_arch
from xdsl_tiles.dialects.pto.enums import Arch
from xdsl_tiles.dialects.pto.types import PtrType
from xdsl_tiles.dialects.tile.abi import AbiAttr
from xdsl_tiles.dialects.tile.attributes import FunctionKind
from xdsl_tiles.dialects.tile.kernel import function_kind
from xdsl_tiles.dialects.tile.launch import LaunchOp
from xdsl_tiles.machines import Machine
from xdsl_tiles.transforms.checked_pass import CheckedPass
from xdsl_tiles.transforms.convert_tile_to_pto.buffer_plan import BufferPlan
from xdsl_tiles.transforms.convert_tile_to_pto.control_flow import CONTROL_FLOW
from xdsl_tiles.transforms.convert_tile_to_pto.cube import CUBE
from xdsl_tiles.transforms.convert_tile_to_pto.fifo import FIFO, fifos_of, paired
from xdsl_tiles.transforms.convert_tile_to_pto.function import Signature, convert_function
from xdsl_tiles.transforms.convert_tile_to_pto.kernel import KERNEL
from xdsl_tiles.transforms.convert_tile_to_pto.launch import LAUNCH
from xdsl_tiles.transforms.convert_tile_to_pto.lowering import Launched, Lowering
from xdsl_tiles.transforms.convert_tile_to_pto.memory import MEMORY
from xdsl_tiles.transforms.convert_tile_to_pto.rules import Rules
from xdsl_tiles.transforms.convert_tile_to_pto.slots import unroll_slots
from xdsl_tiles.transforms.convert_tile_to_pto.tensors import TENSORS
from xdsl_tiles.transforms.convert_tile_to_pto.transfer import TRANSFER
from xdsl_tiles.transforms.convert_tile_to_pto.vector import VECTOR

ENTRY = "pto.entry"


@dataclass(frozen=True)
class ConvertTileToPtoPass(CheckedPass):
    """Turn in-core functions on tiles into kernels of the pto dialect, without addresses yet.

    Tensors become pointers with row-major views: an argument stays in its place, a returned tensor whose stores start
    at an argument is found there, one that starts at tensor.empty in a pointer after the arguments; the function
    returns nothing, and `tile.abi` says what is where. Reading a tensor after a store into its memory is an error.

    Tiles become buffers of whole boxes. In-place ops write where their operand was, and what loops and branches hand on
    lies in one buffer; a tile that is still needed when its successor is made is copied, in the unified buffer only. A
    predicated accumulate is a product, an accumulate, or a branch around both.

    ```mlir
    func.func @f(%x: tensor<16x32xf16>, %w: tensor<32x16xf16>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
      %a = tile.load %x[0, 0] : tensor<16x32xf16> to !tile.tile<16x32xf16, mat>
      %b = tile.load %w[0, 0] : tensor<32x16xf16> to !tile.tile<32x16xf16, mat>
      %l = tile.move %a : !tile.tile<16x32xf16, mat> to !tile.tile<16x32xf16, left>
      %r = tile.move %b : !tile.tile<32x16xf16, mat> to !tile.tile<32x16xf16, right>
      %c = tile.matmul %l, %r : !tile.tile<16x32xf16, left>, !tile.tile<32x16xf16, right> -> !tile.tile<16x16xf32, acc>
      %0 = tile.store %c into %y[0, 0] : !tile.tile<16x16xf32, acc> into tensor<16x16xf32>
      func.return %0 : tensor<16x16xf32>
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: !pto.ptr<f16>, %w: !pto.ptr<f16>, %y: !pto.ptr<f32>) attributes {tile.abi = #tile.abi<[
        in 0 : tensor<16x32xf16>, in 1 : tensor<32x16xf16>, inout 2 : tensor<16x16xf32>
      ] -> [inout 2 : tensor<16x16xf32>]>} {
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %vx = pto.make_tensor_view %x, shape = [%c16, %c32], strides = [%c32, %c1] : !pto.tensor_view<16x32xf16>
      %vw = pto.make_tensor_view %w, shape = [%c32, %c16], strides = [%c16, %c1] : !pto.tensor_view<32x16xf16>
      %vy = pto.make_tensor_view %y, shape = [%c16, %c16], strides = [%c16, %c1] : !pto.tensor_view<16x16xf32>
      %a = pto.alloc_tile : !pto.tile_buf<mat, 16x32xf16, blayout=col_major, slayout=row_major>
      %px = pto.partition_view %vx, offsets = [%c0, %c0], sizes = [%c16, %c32]
        : !pto.tensor_view<16x32xf16> -> !pto.partition_tensor_view<16x32xf16>
      pto.tload ins(%px : !pto.partition_tensor_view<16x32xf16>)
        outs(%a : !pto.tile_buf<mat, 16x32xf16, blayout=col_major, slayout=row_major>)
      %b = pto.alloc_tile : !pto.tile_buf<mat, 32x16xf16, blayout=col_major, slayout=row_major>
      %pw = pto.partition_view %vw, offsets = [%c0, %c0], sizes = [%c32, %c16]
        : !pto.tensor_view<32x16xf16> -> !pto.partition_tensor_view<32x16xf16>
      pto.tload ins(%pw : !pto.partition_tensor_view<32x16xf16>)
        outs(%b : !pto.tile_buf<mat, 32x16xf16, blayout=col_major, slayout=row_major>)
      %l = pto.alloc_tile : !pto.tile_buf<left, 16x32xf16, slayout=row_major>
      pto.tmov ins(%a : !pto.tile_buf<mat, 16x32xf16, blayout=col_major, slayout=row_major>)
        outs(%l : !pto.tile_buf<left, 16x32xf16, slayout=row_major>)
      %r = pto.alloc_tile : !pto.tile_buf<right, 32x16xf16, slayout=col_major>
      pto.tmov ins(%b : !pto.tile_buf<mat, 32x16xf16, blayout=col_major, slayout=row_major>)
        outs(%r : !pto.tile_buf<right, 32x16xf16, slayout=col_major>)
      %c = pto.alloc_tile : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>
      pto.tmatmul ins(%l, %r : !pto.tile_buf<left, 16x32xf16, slayout=row_major>,
          !pto.tile_buf<right, 32x16xf16, slayout=col_major>)
        outs(%c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
      %py = pto.partition_view %vy, offsets = [%c0, %c0], sizes = [%c16, %c16]
        : !pto.tensor_view<16x16xf32> -> !pto.partition_tensor_view<16x16xf32>
      pto.tstore ins(%c : !pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>)
        outs(%py : !pto.partition_tensor_view<16x16xf32>)
      func.return
    }
    ```
    """

    name = "convert-tile-to-pto"
    needs = (TILES_2D, NATIVE_CASTS, MEMORY_SPACES, ONE_KIND_OF_CORE, NO_PIPELINED_LOOPS, ACCUMULATOR_PITCH)

    machine: str | None = None
    """whose figures to use; without it `tile.machine` of the function or module, else ascend910b"""

    def run(self, ctx: Context, op: ModuleOp) -> None:
        """Convert every in-core function of the module, and record its architecture."""
        functions = [inner for inner in op.walk() if isinstance(inner, FuncOp) and inner.body.blocks]
        in_core = [function for function in functions if function_kind(function) is FunctionKind.IN_CORE]
        kernels = [function for function in in_core if not _is_converted(function)]
        if arch := self._arch(kernels):
            launches = [inner for inner in op.walk() if isinstance(inner, LaunchOp)]
            launchers = [function for function in functions if any(map(function.is_ancestor, launches))]
            _convert(kernels, launches, launchers, arch)
            record_arch(op, arch)

    def _arch(self, kernels: Sequence[FuncOp]) -> Arch | None:
        """The architecture of all kernels of a module; None where there are none."""
        archs = {kernel: _arch_of(machine_for(kernel, self.machine)) for kernel in kernels}
        first = next(iter(archs.values()), None)
        for kernel, arch in archs.items():
            if arch is not first:
                fail(kernel, f"is for {arch}, other functions of the module are for {first}; split the module")
        return first


def _convert(kernels: Sequence[FuncOp], launches: Sequence[LaunchOp], launchers: Sequence[FuncOp], arch: Arch) -> None:
    """Replace kernels, and then those that launch them, by their pto form."""
    slots = {kernel: unroll_slots(kernel) for kernel in kernels}
    signatures = [Signature.of(function) for function in (*kernels, *launchers)]
    fifos = {launch: fifos_of(launch, arch) for launch in launches}
    pairs = {kernel: paired(kernel, launches) for kernel in kernels}
    through_memory = {launch for launch, fifo in fifos.items() if fifo is not None and fifo.memory is not None}
    conventions: dict[str, AbiAttr] = {}
    launched = Launched(conventions, through_memory)
    for signature in signatures:
        function = signature.function
        launch = pairs.get(function)
        lowering = Lowering(arch, BufferPlan(function, slots.get(function, ())), _RULES, launched)
        new, convention = convert_function(signature, lowering, None if launch is None else fifos[launch])
        conventions[function.sym_name.data] = convention
        if len(signatures) > 1 and not _is_private(function):
            new.attributes[ENTRY] = UnitAttr()
        Rewriter.replace_op(function, new, [])


_RULES = Rules().including(TENSORS, MEMORY, TRANSFER, CUBE, VECTOR, CONTROL_FLOW, KERNEL, FIFO, LAUNCH)


def _is_converted(function: FuncOp) -> bool:
    """Whether a function is a kernel of the pto dialect already."""
    is_pto = any(isinstance(type_, PtrType) for type_ in function.function_type.inputs)
    return is_pto or any(op.dialect_name() == "pto" for op in function.walk())


def _is_private(function: FuncOp) -> bool:
    return function.sym_visibility is not None and function.sym_visibility.data == "private"


def _arch_of(machine: Machine | None) -> Arch:
    return Arch.A3 if machine is None else ARCH_NAMES[machine.arch]
