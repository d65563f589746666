"""What is true of a program: footprints, costs, tile choice."""
