"""Launching a kernel that is split in two: what its cube does and what its vector cores do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import FlatSymbolRefAttrConstr, SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, prop_def, traits_def, var_operand_def, var_result_def
from xdsl.traits import SymbolTable, SymbolUserOpInterface
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.format import FormattedOperation
from xdsl_tiles.dialects.tile.attributes import CoreKind, CoreKindAttr
from xdsl_tiles.dialects.tile.kernel import CORE, PIPE_DEPTH


class _NamesTwoHalves(SymbolUserOpInterface):
    """The functions that a launch names are halves, and take and give what it says."""

    def verify(self, op: Operation) -> None:
        assert isinstance(op, LaunchOp)
        cube, vector = (
            _half(op, name, kind) for name, kind in ((op.cube, CoreKind.CUBE), (op.vector, CoreKind.VECTOR))
        )
        results = (*cube.function_type.outputs, *vector.function_type.outputs)
        if results != tuple(op.outputs.types):
            raise VerifyException(
                f"gives what the cube half returns, then what the vector half returns: {_list(results)}"
            )
        if cube.attributes.get(PIPE_DEPTH) != vector.attributes.get(PIPE_DEPTH):
            raise VerifyException(f"its halves disagree on '{PIPE_DEPTH}'")


def _half(op: LaunchOp, name: SymbolRefAttr, kind: CoreKind) -> FuncOp:
    half = SymbolTable.lookup_symbol(op, name)
    if not isinstance(half, FuncOp) or not half.body.blocks:
        raise VerifyException(f"its {kind} half {name} is no function with a body")
    if half.attributes.get(CORE) != CoreKindAttr(kind):
        raise VerifyException(f"its {kind} half {name} lacks {CORE} = #tile<core {kind}>")
    if tuple(half.function_type.inputs) != tuple(op.inputs.types):
        raise VerifyException(f"its {kind} half {name} takes {_list(half.function_type.inputs.data)}")
    return half


def _list(types: Sequence[Attribute]) -> str:
    return f"({', '.join(map(str, types))})"


@irdl_op_definition
class LaunchOp(FormattedOperation):
    """
    Run the two halves of a kernel at the same time, on a cube and on its vector cores.

    Both get the same arguments, and tiles from each other by `tile.push` and `tile.pop`: a push waits for a free slot
    of the pipe, of which there are as many as `tile.pipe_depth` of the halves says, a pop for a tile. The results are
    those of the cube half, then those of the vector half. Source: tile_l0 section 7 (ExpandMixedKernel).

    ```mlir
    func.func private @f_cube(%x: tensor<16x16xf32>) attributes {tile.core = #tile<core cube>} {
      func.return
    }
    func.func private @f_vector(%x: tensor<16x16xf32>) -> tensor<16x16xf32>
        attributes {tile.core = #tile<core vector>} {
      func.return %x : tensor<16x16xf32>
    }
    func.func @f(%x: tensor<16x16xf32>) -> tensor<16x16xf32> attributes {tile.kind = #tile<kind orchestration>} {
      %r = tile.launch cube @f_cube vector @f_vector(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>
      func.return %r : tensor<16x16xf32>
    }
    ```
    """

    name = "tile.launch"

    cube = prop_def(FlatSymbolRefAttrConstr)
    vector = prop_def(FlatSymbolRefAttrConstr)
    inputs = var_operand_def()
    outputs = var_result_def()

    traits = traits_def(_NamesTwoHalves())

    ASSEMBLY_FORMAT: ClassVar = (
        "`cube` $cube `vector` $vector `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)"
    )

    def __init__(self, cube: str, vector: str, inputs: Sequence[SSAValue], result_types: Sequence[Attribute]):
        super().__init__(
            operands=[inputs],
            result_types=[result_types],
            properties={"cube": SymbolRefAttr(cube), "vector": SymbolRefAttr(vector)},
        )

    def giver(self, index: int) -> SSAValue:
        """What a half returns as a result of the launch."""
        returned = [value for half in self.halves for value in _returned(half)]
        return returned[index]

    @property
    def halves(self) -> tuple[FuncOp, FuncOp]:
        """The cube half and the vector half."""
        return _half(self, self.cube, CoreKind.CUBE), _half(self, self.vector, CoreKind.VECTOR)


def _returned(half: FuncOp) -> Sequence[SSAValue]:
    terminator = half.get_return_op()
    return () if terminator is None else terminator.operands
