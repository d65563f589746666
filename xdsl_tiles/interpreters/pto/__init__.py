"""What the pto dialect means: tiles in byte memories, views of global memory, and the ops on them."""
