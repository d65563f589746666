"""What the tile dialect means: values of tiles, and one kernel per op."""
