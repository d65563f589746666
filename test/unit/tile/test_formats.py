"""The tile dialect as a whole: what holds for every op of it."""

import pytest
from xdsl.ir import Operation

from xdsl_tiles.dialects.format import FormattedOperation, format_program
from xdsl_tiles.dialects.tile import Tile

OPERATIONS = list(Tile.operations)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_format_is_valid(operation: type[Operation]):
    """Formats are parsed when first used, so a mistake in one does not show at import."""
    assert issubclass(operation, FormattedOperation)
    assert format_program(operation).stmts
