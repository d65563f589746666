"""The figures of a machine, as frozen dataclasses whose field names are the keys of its TOML file.

Every number is positive unless its type says otherwise. Sizes are bytes, rates are bytes per core cycle, dtypes carry
their MLIR names. A mapping from a dtype lists what the machine does with it; an absent dtype means it can't.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

SPACES = ("gm", "mat", "left", "right", "acc", "bias", "vec", "left_scale", "right_scale")
"""Memory spaces: global memory (tensors), L1, L0A, L0B, L0C, bias table, unified buffer, MX scale tables."""

DTYPES = (
    *("f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "hif8", "f4E2M1FN"),
    *("i64", "i32", "i16", "i8", "i4", "ui32", "ui16", "ui8"),
)
"""Element types that a machine file may name. `hif8` is HiFloat8, which MLIR has no type for."""


@dataclass(frozen=True)
class OneOf:
    """Restricts a string of a machine file to a set of names."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class NonNegative:
    """Lets a number of a machine file be zero."""


Space = Annotated[str, OneOf(SPACES)]
Dtype = Annotated[str, OneOf(DTYPES)]


@dataclass(frozen=True)
class Cores:
    """How many dies there are, and how many cube and vector cores on all of them together."""

    dies: int
    cube: int
    vector: int


@dataclass(frozen=True)
class Memory:
    """One on-chip memory of a core: the bytes a program may use and the alignment a tile in it declares.

    `reserved` bytes exist on top of `bytes` but are withheld by the toolchain.
    """

    bytes: int
    alignment: int
    reserved: Annotated[int, NonNegative()] = 0


@dataclass(frozen=True)
class GlobalMemory:
    """Global memory: transfer granularity, L2 line, and the innermost extent that transfers should have, in bytes."""

    granularity: int
    l2_line: int
    advised_innermost: int


@dataclass(frozen=True)
class Cube:
    """Geometry of the matrix unit.

    `fractal` is the grid that M, N and K tiles lie on and `min_tile` the smallest of them, both in elements. `box_rows`
    x `box_row_bytes` is one fractal box of an operand. `acc_row_alignment` gives, per accumulator dtype, the multiple
    that the rows of a tile in L0C occupy.
    """

    fractal: int
    min_tile: int
    box_rows: int
    box_row_bytes: int
    acc_row_alignment: Mapping[Dtype, int] = field(hash=False)


@dataclass(frozen=True)
class Cost:
    """Coefficients of the roofline cost model (tile_l0 section 2).

    Loads run Mat to Left and Right at their own rates. One drain of an accumulator costs `drain_fixed_cycles` and, per
    row, the larger of `drain_row_cycles` and its bytes over `drain_bytes_per_cycle`, plus `drain_misaligned_cycles` for
    each extra pass over an odd count of `drain_c0_bytes` column fractals. A MAD costs `mad_head_cycles` to issue, then
    one cycle per fractal, K fractals being `mad_k_fractal_bytes` wide; f32 takes `mad_f32_passes` passes.
    """

    left_bytes_per_cycle: float
    right_bytes_per_cycle: float
    drain_bytes_per_cycle: float
    drain_fixed_cycles: Annotated[float, NonNegative()]
    drain_row_cycles: Annotated[float, NonNegative()]
    drain_misaligned_cycles: Annotated[float, NonNegative()]
    drain_c0_bytes: int
    mad_head_cycles: Annotated[int, NonNegative()]
    mad_k_fractal_bytes: int
    mad_f32_passes: int


@dataclass(frozen=True)
class Dtypes:
    """What the machine does with which element types.

    - `matmul`: operand dtype (both operands have it) to accumulator dtype;
    - `cast`: source to the destinations that one instruction reaches;
    - `mat_to_bias`: source in Mat to the dtypes it may have in Bias;
    - `acc_store`: accumulator dtype to the dtypes it may be stored to global memory as;
    - `acc_to_mat_window`: dtypes of a Mat scratch that an accumulator may be written into at any offset;
    - `atomic_add`: dtypes that a store may add atomically to global memory;
    - `sub_byte`: types under one byte that kernels may hold.
    """

    matmul: Mapping[Dtype, Dtype] = field(hash=False)
    cast: Mapping[Dtype, tuple[Dtype, ...]] = field(hash=False)
    mat_to_bias: Mapping[Dtype, tuple[Dtype, ...]] = field(hash=False)
    acc_store: Mapping[Dtype, tuple[Dtype, ...]] = field(hash=False)
    acc_to_mat_window: tuple[Dtype, ...]
    atomic_add: tuple[Dtype, ...]
    sub_byte: tuple[Dtype, ...] = ()


@dataclass(frozen=True)
class CrossCore:
    """How a cube core and its vector cores hand tiles to each other.

    Whether they go through a buffer in global memory, whether a split load needs a guard before its pop, whether a tile
    from the vector side is re-laid as fractals, and whether unsplit work occupies both vector cores.
    """

    gm_pipe_buffer: bool
    split_load_guard: bool
    vector_to_cube_fractals: bool
    dual_vector_when_unsplit: bool


@dataclass(frozen=True)
class Machine:
    """A machine with cube and vector cores.

    `arch` is its instruction set generation, `memory` holds the on-chip memories it has, `moves` lists for each space
    the spaces that data in it can go to, and the allocator places every on-chip buffer at a multiple of
    `allocator_alignment` bytes.
    """

    name: str
    kind: Annotated[str, OneOf(("cube",))]
    arch: Annotated[str, OneOf(("a2a3", "a5"))]
    allocator_alignment: int
    cores: Cores
    memory: Mapping[Space, Memory] = field(hash=False)
    moves: Mapping[Space, tuple[Space, ...]] = field(hash=False)
    gm: GlobalMemory
    cube: Cube
    cost: Cost
    dtypes: Dtypes
    cross_core: CrossCore
    aliases: tuple[str, ...] = ()

    def capacity(self, space: str) -> int | None:
        """Usable bytes of an on-chip `space` of one core, or None where the machine has none or it is global memory."""
        memory = self.memory.get(space)
        return None if memory is None else memory.bytes

    def can_move(self, source: str, destination: str) -> bool:
        """Whether data can go from one space to the other in one transfer."""
        return destination in self.moves.get(source, ())

    def can_cast(self, source: str, destination: str) -> bool:
        """Whether one instruction converts between the two dtypes."""
        return destination in self.dtypes.cast.get(source, ())
