"""What must hold of a pto program as a whole: its architecture, its entries, its calls, where its tiles lie.

Source: pto section 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.ir import Operation

from xdsl_tiles.pipeline.errors import UsageError, fault

ENTRY = "pto.entry"
LEVELS = ("level1", "level2", "level3")
"""Who puts tiles at addresses: the memory planner, or at level3 the program itself."""


def check_pto_module(module: Operation) -> None:
    """Raise a `LocatedError` at the first op that does not fit into a pto program."""
    _check_arch(module)
    functions = [op for op in module.walk() if op.name == "func.func"]
    for function in entries(functions):
        _check_entry(function)
    _check_calls(functions)
    check_level(module)


def entries(functions: list[Operation]) -> list[Operation]:
    """The functions that a program is started with: those that say so, or the only one that has a body."""
    marked = [function for function in functions if ENTRY in function.attributes]
    defined = [function for function in functions if _has_body(function)]
    return marked or (defined if len(defined) == 1 else [])


def check_level(module: Operation, level: str | None = None) -> None:
    """Every tile has an address at level3 and none below; without a level it is level3 where one has."""
    if level is not None and level not in LEVELS:
        raise UsageError(f"there is no pto level '{level}'; known: {', '.join(LEVELS)}")
    tiles = [op for op in module.walk() if op.name == "pto.alloc_tile"]
    is_placed = any(_has_address(tile) for tile in tiles) if level is None else level == "level3"
    for tile in tiles:
        if _has_address(tile) and not is_placed:
            raise fault(tile, f"has an addr, which {level} leaves to the memory planner; --pto-level=level3 takes it")
        if not _has_address(tile) and is_placed:
            raise fault(tile, "needs an addr at level3, where the program places every tile; other tiles have one")
    for op in module.walk():
        if op.name == "pto.tassign" and tiles and not is_placed:
            raise fault(op, "moves a tile to an address, which only level3 can: give every pto.alloc_tile an addr")


def _check_arch(module: Operation) -> None:
    from xdsl_tiles.dialects.pto.arch import ARCH_NAMES, TARGET_ARCH

    for op in module.walk():
        declared = op.attributes.get(TARGET_ARCH)
        if declared is not None and (not isinstance(declared, StringAttr) or declared.data not in ARCH_NAMES):
            raise fault(op, f"has {TARGET_ARCH} = {declared}, which is no architecture; known: {', '.join(ARCH_NAMES)}")


def _check_entry(function: Operation) -> None:
    from xdsl.dialects.func import FuncOp

    if not _has_body(function):
        raise fault(function, f"is a declaration, which cannot be an entry; {ENTRY} is for functions with a body")
    results = cast(FuncOp, function).function_type.outputs
    if len(results):
        raise fault(
            function,
            f"is an entry, which returns nothing: write what it computes to memory that it is given, got {results}",
        )


def _check_calls(functions: list[Operation]) -> None:
    """No function calls itself, directly or through others: a core has no stack."""
    callees = {_name(function): [*_callees(function)] for function in functions}
    done: set[str] = set()
    for function in functions:
        _visit(function, _name(function), callees, [], done)


def _visit(function: Operation, name: str, callees: dict[str, list[str]], path: list[str], done: set[str]) -> None:
    if name in path:
        cycle = " -> ".join(f"@{each}" for each in (*path[path.index(name) :], name))
        raise fault(function, f"is recursive, which a core cannot run: {cycle}")
    if name in done:
        return
    for callee in callees.get(name, ()):
        _visit(function, callee, callees, [*path, name], done)
    done.add(name)


def _callees(function: Operation) -> Iterator[str]:
    for op in function.walk():
        if op.name == "func.call":
            yield cast(SymbolRefAttr, op.properties["callee"]).string_value()


def _name(function: Operation) -> str:
    return cast(StringAttr, function.properties["sym_name"]).data


def _has_body(function: Operation) -> bool:
    return bool(function.regions[0].blocks)


def _has_address(tile: Operation) -> bool:
    from xdsl_tiles.dialects.pto.tiles import AllocTileOp

    return cast(AllocTileOp, tile).addr is not None
