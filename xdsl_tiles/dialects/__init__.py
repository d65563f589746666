"""What programs say: the dialects of xdsl-tiles, loaded when first used."""

from collections.abc import Callable

from xdsl.ir import Dialect


def get_all_dialects() -> dict[str, Callable[[], Dialect]]:
    """Every dialect of the package by name; a dialect is imported when its entry is called."""

    def get_tile() -> Dialect:
        from xdsl_tiles.dialects.tile import Tile

        return Tile

    def get_pto() -> Dialect:
        from xdsl_tiles.dialects.pto import Pto

        return Pto

    return {"tile": get_tile, "pto": get_pto}
