"""The command lines: tile-opt, tile-run, tile-explore."""
