"""What elementwise comparisons ask, without NumPy: dialects name it too."""

from xdsl.utils.str_enum import StrEnum


class Comparison(StrEnum):
    """What an elementwise comparison asks."""

    EQ = "eq"
    NE = "ne"
    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"
