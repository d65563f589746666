"""What numbers do: dtypes, rounding and physical layouts."""
