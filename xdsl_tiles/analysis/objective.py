"""What the choice of an L0 tile aims at."""

from enum import StrEnum


class Objective(StrEnum):
    """What makes a tile the best one.

    `SEED` takes the smallest rounded wall clock, where near ties are decided by padding before K blocks: K = 688 on
    ascend910b is cut into 43. `BALANCED` takes the fewest K blocks of what is within 2% of that, where 3 or 4 do:
    what the model leaves out, the start of every block, is then paid least often.
    """

    SEED = "seed"
    BALANCED = "balanced"
