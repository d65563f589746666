"""What passes that cut matmuls into tiles share: building IR, grids over the output, windows, where sub-tiles go."""
