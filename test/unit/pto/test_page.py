"""The page of the dialect lists its ops."""

import re
from pathlib import Path

from xdsl_tiles.dialects.pto import Pto

PAGE = Path(__file__).parents[3] / "docs" / "pto.md"


def test_page_lists_every_op():
    table = PAGE.read_text().split("## Ops")[1]
    listed = re.findall(r"`([\w.]+)`", table)
    assert sorted(f"pto.{name}" for name in listed) == sorted(operation.name for operation in Pto.operations)
