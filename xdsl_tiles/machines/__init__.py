"""What runs programs: one TOML file of figures per machine, loaded into frozen dataclasses."""
