"""Rules of FIFOs: who uses which end, and that a slot is given back after its last use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, BoolAttr, IntegerAttr, StringAttr, SymbolRefAttr
from xdsl.ir import Operation, SSAValue
from xdsl.traits import SymbolTable
from xdsl.utils.exceptions import VerifyException

from xdsl_tiles.dialects.pto.attributes import AddressSpaceAttr, KernelKindAttr
from xdsl_tiles.dialects.pto.enums import AddressSpace, KernelKind
from xdsl_tiles.dialects.pto.operation import PtoOperation
from xdsl_tiles.dialects.pto.rules import Rule
from xdsl_tiles.dialects.pto.tile_buf import TileBufType

_SECTIONS = {"pto.section.cube": KernelKind.CUBE, "pto.section.vector": KernelKind.VECTOR}
_ALIASES = ("pto.treshape", "pto.bitcast", "pto.subset", "pto.subview")


def function_of(op: Operation) -> Operation:
    """The function around an op; an error if there is none."""
    around = op.parent_op()
    while around is not None and around.name != "func.func":
        around = around.parent_op()
    if around is None:
        raise VerifyException("expects to be in a func.func")
    return around


def kernel_kind(op: Operation) -> KernelKind | None:
    """The core that an op is for: that of the section around it, or of its function."""
    around = op.parent_op()
    while around is not None:
        declared = around.attributes.get("pto.kernel_kind")
        if isinstance(declared, KernelKindAttr):
            return declared.data
        if around.name in _SECTIONS:
            return _SECTIONS[around.name]
        around = around.parent_op()
    return None


class InKernel(Rule):
    """The op is in code for one of these cores."""

    kinds: tuple[KernelKind, ...] = tuple(KernelKind)

    def check(self, op: PtoOperation) -> None:
        found = kernel_kind(op)
        if found not in self.kinds:
            raise VerifyException(
                f"expects to be in a {' or '.join(self.kinds)} kernel, got {f'a {found} one' if found else 'none'}; "
                f"its function has the attribute pto.kernel_kind = #pto.kernel_kind<{self.kinds[0]}>"
            )


class OncePerFunction(Rule):
    """There is one such op in a function at most."""

    def check(self, op: PtoOperation) -> None:
        if next(each for each in function_of(op).walk() if each.name == op.name) is not op:
            raise VerifyException("is there twice in one function, which can have one only")


class InMemory(Rule):
    """The buffer is in a memory that FIFOs end in."""

    def check(self, op: PtoOperation) -> None:
        space = cast("AddressSpaceAttr", op.properties["location"]).data
        if space not in (AddressSpace.VEC, AddressSpace.MAT):
            raise VerifyException(f"expects location to be vec or mat, got {space}")


class HasBase(Rule):
    """The address of a buffer is given where it is not to be chosen."""

    def check(self, op: PtoOperation) -> None:
        if "base" not in op.properties and not cast("BoolAttr", op.properties["autoAlloc"]).value.data:
            raise VerifyException("needs a base, as auto = false; auto = true chooses one")


class ReservedByPeer(Rule):
    """The function that a buffer is imported from reserves one of that name."""

    def check(self, op: PtoOperation) -> None:
        name = cast("StringAttr", op.properties["name"]).data
        peer = cast("SymbolRefAttr", op.properties["peer_func"])
        found = SymbolTable.lookup_symbol(function_of(op), peer)
        if found is None or found.name != "func.func":
            raise VerifyException(f"expects a function {peer}, and there is none")
        reserved = [each.properties["name"] for each in found.walk() if each.name == "pto.reserve_buffer"]
        if StringAttr(name) not in reserved:
            raise VerifyException(f'expects {peer} to have a pto.reserve_buffer of the name "{name}"')


class PopsOpenTile(Rule):
    """What is said to be valid in a popped tile is left open by its type."""

    def check(self, op: PtoOperation) -> None:
        tile = op.results[0].type
        is_open = isinstance(tile, TileBufType) and tile.valid == (DYNAMIC_INDEX, DYNAMIC_INDEX)
        if op.operands and not is_open:
            raise VerifyException(f"expects a tile with valid=?x?, as valid_row and valid_col are given, got {tile}")


class PeerForBothWays(Rule):
    """A FIFO has an address in the other core exactly where it goes both ways."""

    peer: str = "peer_local_addr"

    def check(self, op: PtoOperation) -> None:
        mask = cast("IntegerAttr", op.properties["dir_mask"]).value.data
        if (getattr(op, self.peer) is not None) != (mask == 3):
            raise VerifyException(f"takes {self.peer} exactly where dir_mask is 3, got dir_mask {mask}")


class FewerLocalSlots(Rule):
    """As many slots of a FIFO are in local memory as it has, at most."""

    def check(self, op: PtoOperation) -> None:
        local = op.properties.get("local_slot_num")
        slots = cast("IntegerAttr", op.properties["slot_num"]).value.data
        if isinstance(local, IntegerAttr) and not 1 <= local.value.data <= slots:
            raise VerifyException(f"expects local_slot_num from 1 to slot_num, {slots}, got {local.value.data}")


class FromInitialize(Rule):
    """The handle is what an op that sets a FIFO up has made."""

    def check(self, op: PtoOperation) -> None:
        maker = op.operands[-1].owner
        name = maker.name if isinstance(maker, Operation) else ""
        if name not in ("pto.initialize_l2l_pipe", "pto.initialize_l2g2l_pipe"):
            raise VerifyException(
                "expects pipe_handle to come from pto.initialize_l2l_pipe or pto.initialize_l2g2l_pipe"
            )


class FreesAfterUse(Rule):
    """The tile whose slot is given back is not used any more: slots are given back in the order they were taken in."""

    pop: str

    def check(self, op: PtoOperation) -> None:
        block = op.parent_block()
        if block is None:
            return
        place = {each: number for number, each in enumerate(block.ops)}
        frees = [each for each in place if each.name == op.name]
        pops = [each for each in place if each.name == self.pop]
        number = frees.index(op)
        if number >= len(pops):
            return
        for user in _users(pops[number].results[0]):
            while user is not None and user.parent_block() is not block:
                user = user.parent_op()
            if user is not None and place[user] > place[op]:
                raise VerifyException(f"gives back a slot whose tile a {user.name} below uses; free it after that")


def _users(tile: SSAValue) -> Iterator[Operation | None]:
    """What uses a tile, by this handle or others of the same storage."""
    for use in tile.uses:
        yield use.operation
        if use.operation.name in _ALIASES:
            yield from _users(use.operation.results[0])
