"""Registration: what makes `tile-opt`, and any `xdsl-opt`, see our dialects, passes, pipelines and file formats."""

from xdsl.universe import Universe
from xdsl.utils.frontend import Frontend
from xdsl.utils.target import Target

from xdsl_tiles.dialects import get_all_dialects
from xdsl_tiles.pipeline.named import get_all_pipelines
from xdsl_tiles.transforms import get_all_passes


def get_pto_frontend() -> type[Frontend]:
    """The reader of `.pto` files."""
    from xdsl_tiles.pipeline.frontend.pto import LocatedPto

    return LocatedPto


def get_pto_target() -> type[Target]:
    """The writer of `.pto` text."""
    from xdsl_tiles.pipeline.frontend.pto import PtoTarget

    return PtoTarget


UNIVERSE = Universe(
    all_dialects=get_all_dialects(),
    all_passes=get_all_passes() | get_all_pipelines(),
    all_frontends={"pto": get_pto_frontend},
    all_targets={"pto": get_pto_target},
)
