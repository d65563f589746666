"""Everything that the pto dialect means, in one table."""

from __future__ import annotations

from xdsl_tiles.interpreters.pto.arrangement import ARRANGEMENT
from xdsl_tiles.interpreters.pto.conversion import CONVERSION
from xdsl_tiles.interpreters.pto.cube import CUBE
from xdsl_tiles.interpreters.pto.fifo import FIFO
from xdsl_tiles.interpreters.pto.kernel import KERNEL
from xdsl_tiles.interpreters.pto.launch import LAUNCH
from xdsl_tiles.interpreters.pto.memrefs import MEMREFS
from xdsl_tiles.interpreters.pto.reduction import REDUCTION
from xdsl_tiles.interpreters.pto.tiles import TILES
from xdsl_tiles.interpreters.pto.transfer import TRANSFER
from xdsl_tiles.interpreters.pto.vector import VECTOR
from xdsl_tiles.interpreters.pto.views import VIEWS
from xdsl_tiles.interpreters.pto.windows import WINDOWS
from xdsl_tiles.interpreters.registry import OpTable

PTO = OpTable().update(
    TILES, VIEWS, TRANSFER, WINDOWS, CUBE, VECTOR, REDUCTION, CONVERSION, ARRANGEMENT, KERNEL, FIFO, LAUNCH, MEMREFS
)
