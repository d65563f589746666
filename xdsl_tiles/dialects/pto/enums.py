"""The words of the pto dialect: memory spaces, pipes, layouts and modes, spelled as in its text.

The members of an enumeration are in the order of their numbers on the machine.
"""

from __future__ import annotations

from xdsl.utils.str_enum import StrEnum


class Arch(StrEnum):
    """A generation of the machine: A3 is the 910B family, A5 the 950."""

    A3 = "a3"
    A5 = "a5"


class AddressSpace(StrEnum):
    """Where memory lies: GM, L1 (mat), L0A (left), L0B (right), L0C (acc), the unified buffer (vec), tables."""

    ZERO = "zero"
    GM = "gm"
    MAT = "mat"
    LEFT = "left"
    RIGHT = "right"
    ACC = "acc"
    VEC = "vec"
    BIAS = "bias"
    SCALING = "scaling"


class Pipe(StrEnum):
    """An in-order instruction queue of a core; operations of different pipes overlap."""

    S = "PIPE_S"
    V = "PIPE_V"
    M = "PIPE_M"
    MTE1 = "PIPE_MTE1"
    MTE2 = "PIPE_MTE2"
    MTE3 = "PIPE_MTE3"
    ALL = "PIPE_ALL"
    MTE4 = "PIPE_MTE4"
    MTE5 = "PIPE_MTE5"
    V2 = "PIPE_V2"
    FIX = "PIPE_FIX"
    VIRTUAL_MTE2_L1A = "VIRTUAL_PIPE_MTE2_L1A"
    VIRTUAL_MTE2_L1B = "VIRTUAL_PIPE_MTE2_L1B"
    NUM = "PIPE_NUM"
    UNASSIGNED = "PIPE_UNASSIGNED"


class OperationKind(StrEnum):
    """A kind of operation that stands for the pipe it runs on, in events and barriers."""

    TLOAD = "TLOAD"
    TSTORE_ACC = "TSTORE_ACC"
    TSTORE_VEC = "TSTORE_VEC"
    TMOV_M2L = "TMOV_M2L"
    TMOV_M2S = "TMOV_M2S"
    TMOV_M2B = "TMOV_M2B"
    TMOV_M2V = "TMOV_M2V"
    TMOV_V2M = "TMOV_V2M"
    TMATMUL = "TMATMUL"
    TVEC = "TVEC"
    TVECWAIT_EVENT = "TVECWAIT_EVENT"


class Event(StrEnum):
    """A hardware flag between two pipes."""

    ID0 = "EVENT_ID0"
    ID1 = "EVENT_ID1"
    ID2 = "EVENT_ID2"
    ID3 = "EVENT_ID3"
    ID4 = "EVENT_ID4"
    ID5 = "EVENT_ID5"
    ID6 = "EVENT_ID6"
    ID7 = "EVENT_ID7"


class ViewLayout(StrEnum):
    """The order of the elements of a GM view: row by row, column by column, or in fractals."""

    ND = "nd"
    DN = "dn"
    NZ = "nz"


class KernelKind(StrEnum):
    """The core that a function is for."""

    CUBE = "cube"
    VECTOR = "vector"


class CoreType(StrEnum):
    """The cores that a function or module uses."""

    AIC = "AIC"
    AIV = "AIV"
    MIX = "MIX"
    AIC_OR_AIV = "AIC_OR_AIV"


class PadMode(StrEnum):
    """What a load puts around the data."""

    NULL = "PadNull"
    FIRST_ELEMENT = "PadFirstElem"
    VALUE = "PadValue"


class AccToVecMode(StrEnum):
    """Which vector cores get what of an accumulator: one all of it, or both a half of the rows or columns."""

    SINGLE_VEC0 = "single_mode_vec0"
    SINGLE_VEC1 = "single_mode_vec1"
    DUAL_SPLIT_M = "dual_mode_split_m"
    DUAL_SPLIT_N = "dual_mode_split_n"


class MaskPattern(StrEnum):
    """Which columns a mask gather keeps, by their position modulo two or four; the first is the rightmost digit."""

    P0101 = "P0101"
    P1010 = "P1010"
    P0001 = "P0001"
    P0010 = "P0010"
    P0100 = "P0100"
    P1000 = "P1000"
    P1111 = "P1111"


class BLayout(StrEnum):
    """The order of a tile's boxes, or of its elements where there are no boxes."""

    ROW_MAJOR = "row_major"
    COL_MAJOR = "col_major"


class SLayout(StrEnum):
    """The order of the elements inside a box of a tile; NONE_BOX: there are no boxes."""

    NONE_BOX = "none_box"
    ROW_MAJOR = "row_major"
    COL_MAJOR = "col_major"


class PadValue(StrEnum):
    """What the elements outside a tile's valid region hold; NULL leaves them undefined."""

    NULL = "null"
    ZERO = "zero"
    MAX = "max"
    MIN = "min"


class CompactMode(StrEnum):
    """Whether the boxes of a tile follow each other by its valid shape instead of its physical one."""

    NULL = "null"
    NORMAL = "normal"
    ROW_PLUS_ONE = "row_plus_one"


class RoundMode(StrEnum):
    """How a conversion rounds; CAST_RINT, as RINT, goes to the nearest, halves to even."""

    NONE = "NONE"
    RINT = "RINT"
    ROUND = "ROUND"
    FLOOR = "FLOOR"
    CEIL = "CEIL"
    TRUNC = "TRUNC"
    ODD = "ODD"
    CAST_RINT = "CAST_RINT"


class SaturationMode(StrEnum):
    """Whether a conversion clamps what does not fit."""

    ON = "ON"
    OFF = "OFF"


class StorePhase(StrEnum):
    """Whether more stores to the same place follow."""

    UNSPECIFIED = "unspecified"
    PARTIAL = "partial"
    FINAL = "final"


class AtomicType(StrEnum):
    """What a store does with the value that is there."""

    NONE = "atomic_none"
    ADD = "atomic_add"


class ReluPreMode(StrEnum):
    """Whether the fixpipe replaces negative numbers by zero before it converts."""

    NO_RELU = "no_relu"
    NORMAL_RELU = "normal_relu"


class GatherOutOfBounds(StrEnum):
    """What a gather reads for an index outside of the memory."""

    UNDEFINED = "undefined"
    CLAMP = "clamp"
    WRAP = "wrap"
    ZERO = "zero"


class ScatterOutOfBounds(StrEnum):
    """Where a scatter writes for an index outside of the memory."""

    UNDEFINED = "undefined"
    SKIP = "skip"
    CLAMP = "clamp"
    WRAP = "wrap"


class ScatterAtomic(StrEnum):
    """What a scatter does with the value that is there."""

    NONE = "none"
    ADD = "add"
    MAX = "max"
    MIN = "min"


class QuantType(StrEnum):
    """The integers of a quantised tile: signed around zero, or unsigned with an offset."""

    INT8_SYM = "INT8_SYM"
    INT8_ASYM = "INT8_ASYM"
