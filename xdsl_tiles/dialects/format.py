"""Operations whose assembly format is parsed when it is first needed.

xDSL parses an `assembly_format` while the class is created, which is most of the time that a dialect takes to load and
is paid by every command, whether an op of the dialect occurs or not.
"""

from __future__ import annotations

from abc import ABC
from functools import cache
from typing import ClassVar, Self

from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.printer import Printer


@cache
def format_program(operation: type[FormattedOperation]) -> FormatProgram:
    """The parsed assembly format of an op; ParseError where the format itself is wrong."""
    return FormatProgram.from_str(operation.ASSEMBLY_FORMAT, operation.get_irdl_definition())


class FormattedOperation(IRDLOperation, ABC):
    """An op that states its custom syntax as `ASSEMBLY_FORMAT`, in the language of xDSL's `assembly_format`."""

    ASSEMBLY_FORMAT: ClassVar[str]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Read what follows the op's name."""
        return format_program(cls).parse(parser, cls)

    def print(self, printer: Printer) -> None:
        """Write what follows the op's name."""
        format_program(type(self)).print(printer, self)
