"""How a function is called once lowered: which pointer holds which of its original arguments and results.

Functions on tensors become functions that take pointers and return nothing. An argument keeps its place; a result
whose store chain starts at an argument is found there, any other gets a pointer of its own after the arguments, in
result order. `tile.abi` on the function records that through every lowering, for runners to go by.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr, IntAttr, StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

ABI = "tile.abi"
"""The attribute of a function that holds its `AbiAttr`."""


class Role(StrEnum):
    """What a pointer is to the caller: read, read and written, written, or mere space; a scalar is no pointer."""

    IN = "in"
    INOUT = "inout"
    OUT = "out"
    SCRATCH = "scratch"
    SCALAR = "scalar"


@irdl_attr_definition
class ParameterAttr(ParametrizedAttribute):
    """One parameter of a lowered function: `#tile.parameter<in 0 : tensor<16x64xbf16>>`.

    `position` counts the parameters of the lowered function from 0; `type` is the type before lowering, so it gives
    shape and element type.
    """

    name = "tile.parameter"

    role_name: StringAttr
    position_attr: IntAttr
    type: Attribute

    def __init__(self, role: Role, position: int, type: Attribute):
        super().__init__(StringAttr(role), IntAttr(position), type)

    @property
    def role(self) -> Role:
        """What the parameter is to the caller."""
        return Role(self.role_name.data)

    @property
    def position(self) -> int:
        """Its place among the parameters of the lowered function."""
        return self.position_attr.data

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return _parse_parameter(parser).parameters

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            _print_parameter(printer, self)


@irdl_attr_definition
class AbiAttr(ParametrizedAttribute):
    """The calling convention of a lowered function, by its original arguments and results.

    `scratch` lists memory that it needs besides, after all of them.

    ```mlir
    #tile.abi<[in 0 : tensor<16x64xbf16>, in 1 : tensor<64x32xbf16>] -> [out 2 : tensor<16x32xf32>]>
    ```
    """

    name = "tile.abi"

    arguments: ArrayAttr[ParameterAttr]
    results: ArrayAttr[ParameterAttr]
    scratch: ArrayAttr[ParameterAttr]

    def __init__(
        self,
        arguments: Sequence[ParameterAttr],
        results: Sequence[ParameterAttr],
        scratch: Sequence[ParameterAttr] = (),
    ):
        super().__init__(ArrayAttr(arguments), ArrayAttr(results), ArrayAttr(scratch))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            arguments = _parse_list(parser)
            parser.parse_punctuation("->")
            results = _parse_list(parser)
            has_scratch = parser.parse_optional_punctuation(",") is not None
            return (arguments, results, _parse_list(parser) if has_scratch else ArrayAttr[ParameterAttr]([]))

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            _print_list(printer, self.arguments)
            printer.print_string(" -> ")
            _print_list(printer, self.results)
            if self.scratch.data:
                printer.print_string(", ")
                _print_list(printer, self.scratch)

    def verify(self) -> None:
        for position, argument in enumerate(self.arguments):
            if argument.position != position or argument.role in (Role.OUT, Role.SCRATCH):
                raise VerifyException(
                    f"argument {position} keeps its position and is no 'out' nor 'scratch', got {argument}"
                )
        places = {(argument.role, argument.position) for argument in self.arguments}
        for result in self.results:
            is_own = result.role is Role.OUT and result.position >= len(self.arguments)
            if not is_own and (result.role, result.position) not in places:
                raise VerifyException(f"a result is one of the arguments or an 'out' after them, got {result}")
        for position, scratch in enumerate(self.scratch, self._count_passed()):
            if scratch.role is not Role.SCRATCH or scratch.position != position:
                raise VerifyException(f"parameter {position} is a 'scratch' of that position, got {scratch}")

    def _count_passed(self) -> int:
        """How many parameters there are for arguments and results."""
        return len(self.arguments) + len({result.position for result in self.results if result.role is Role.OUT})


def _parse_parameter(parser: AttrParser) -> ParameterAttr:
    role = parser.parse_str_enum(Role)
    position = parser.parse_integer(allow_boolean=False, allow_negative=False)
    parser.parse_punctuation(":")
    return ParameterAttr(role, position, parser.parse_type())


def _print_parameter(printer: Printer, parameter: ParameterAttr) -> None:
    printer.print_string(f"{parameter.role} {parameter.position} : ")
    printer.print_attribute(parameter.type)


def _parse_list(parser: AttrParser) -> ArrayAttr[ParameterAttr]:
    parameters = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: _parse_parameter(parser))
    return ArrayAttr(parameters)


def _print_list(printer: Printer, parameters: ArrayAttr[ParameterAttr]) -> None:
    with printer.in_square_brackets():
        printer.print_list(parameters, lambda parameter: _print_parameter(printer, parameter))
