"""Elementwise ops and reductions: gathered into groups, emitted as blocks that fit the unified buffer."""
