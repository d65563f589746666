"""What serves the repository: benchmarks, generators, checks."""
