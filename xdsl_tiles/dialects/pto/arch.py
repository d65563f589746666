"""Which generation of the machine a program is for: `pto.target_arch` of its module, a3 where it has none.

The architecture decides what a type text means (`loc=left` has the block order of the machine), so it is needed while a
program is being read, before there is a module. It is then taken from the text being read, or from whoever reads it on
behalf of a command line (`reading_for`). Nothing outlives the reading of one program. Source: pto sections 1 and 2.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation
from xdsl.parser import AttrParser

from xdsl_tiles.dialects.pto.enums import Arch

TARGET_ARCH = "pto.target_arch"
"""The module attribute that names the architecture."""

ARCH_NAMES = {"a3": Arch.A3, "a2a3": Arch.A3, "a5": Arch.A5}
"""What `pto.target_arch` may be."""

_DECLARATION = re.compile(r'^(?:[^/"\n]|/(?!/)|"[^"\n]*+")*?"?\bpto\.target_arch"?\s*=\s*"(\w+)"', re.MULTILINE)

_asked_for: ContextVar[Arch | None] = ContextVar("xdsl_tiles_pto_arch", default=None)


@contextmanager
def reading_for(arch: Arch | None) -> Generator[None]:
    """Read types inside as the architecture has them, whatever the text declares; None leaves it to the text."""
    token = _asked_for.set(arch)
    try:
        yield
    finally:
        _asked_for.reset(token)


def arch_being_read(parser: AttrParser) -> Arch:
    """The architecture that the text which a parser reads is for."""
    return _asked_for.get() or declared_arch(parser.lexer.input.content)


def declared_arch(text: str) -> Arch:
    """The architecture that a program's text declares."""
    if TARGET_ARCH not in text:
        return Arch.A3
    found = _DECLARATION.search(text)
    return ARCH_NAMES.get(found[1], Arch.A3) if found else Arch.A3


def record_arch(module: Operation, arch: Arch) -> None:
    """Note the architecture on a module."""
    module.attributes[TARGET_ARCH] = StringAttr(arch)


def arch_of(op: Operation) -> Arch:
    """The architecture that an op is for: that of the nearest module around it which names one."""
    around: Operation | None = op
    while around is not None:
        declared = around.attributes.get(TARGET_ARCH)
        if isinstance(declared, StringAttr):
            return ARCH_NAMES.get(declared.data, Arch.A3)
        around = around.parent_op()
    return Arch.A3
