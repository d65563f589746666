"""xdsl-tiles: dialects, passes and simulated units for machines that move their own data."""

__version__ = "0.1.0"
