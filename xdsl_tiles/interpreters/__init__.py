"""What programs mean: functional interpreters over NumPy."""
