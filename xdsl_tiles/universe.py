"""Registration: what makes `tile-opt`, and any `xdsl-opt`, see our dialects, passes and pipelines."""

from xdsl.universe import Universe

from xdsl_tiles.dialects import get_all_dialects
from xdsl_tiles.pipeline.named import get_all_pipelines
from xdsl_tiles.transforms import get_all_passes

UNIVERSE = Universe(all_dialects=get_all_dialects(), all_passes=get_all_passes() | get_all_pipelines())
