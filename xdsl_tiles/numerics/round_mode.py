"""The round modes by name, without NumPy: dialects name them too."""

from xdsl.utils.str_enum import StrEnum


class RoundMode(StrEnum):
    """How a value between two neighbours of the target type is rounded.

    `round` takes the nearest and goes away from zero at a tie, `rint` goes to the even one. `none` leaves the choice
    to us: it rounds as `rint` does. `odd` takes the neighbour with the odd significand, which keeps a second rounding
    to a shorter type correct.
    """

    NONE = "none"
    RINT = "rint"
    ROUND = "round"
    FLOOR = "floor"
    CEIL = "ceil"
    TRUNC = "trunc"
    ODD = "odd"

    @property
    def nearest_even(self) -> bool:
        """Whether this is the rounding of ordinary arithmetic."""
        return self in (RoundMode.NONE, RoundMode.RINT)
