"""Attributes by which an `scf.for` says how it is to be software-pipelined (discardable, so scf passes keep working).

`tile.pipeline_stages = 2 : i64` asks for that many iterations in flight; `tile.overlap_stores` says whether stores
may overlap the next iteration's loads; `tile.double_buffer_c` asks for two accumulators in turns, so that one drains
while the other fills.
"""

STAGES = "tile.pipeline_stages"
OVERLAP_STORES = "tile.overlap_stores"
DOUBLE_BUFFER_C = "tile.double_buffer_c"
