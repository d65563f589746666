"""xDSL's printer, writing the same bytes with less work."""

from __future__ import annotations

from io import StringIO
from typing import IO, Any

from xdsl.ir import Attribute, SSAValue, TypeAttribute
from xdsl.printer import Printer


class FastPrinter(Printer):
    """Prints MLIR; the text of a type object is made once."""

    def __init__(self, stream: IO[str] | None = None, **options: Any) -> None:
        super().__init__(stream, **options)
        self._type_texts: dict[int, tuple[Attribute, str]] = {}

    def print_string(self, text: str, *, indent: int | None = None) -> None:
        """Print text, indenting what follows a line break."""
        if "\n" in text:
            super().print_string(text, indent=indent)
        else:
            self._current_column += len(text)
            self.stream.write(text)

    def print_attribute(self, attribute: Attribute) -> None:
        """Print an attribute or a type."""
        if not isinstance(attribute, TypeAttribute):
            super().print_attribute(attribute)
            return
        # By identity, as hashing a type costs as much as printing it; the type is kept, so no other gets its identity.
        known = self._type_texts.get(id(attribute))
        if known is None:
            known = self._type_texts[id(attribute)] = (attribute, self._type_text(attribute))
        self.print_string(known[1])

    def _type_text(self, attribute: TypeAttribute) -> str:
        column, stream = self._current_column, self.stream
        self.stream = StringIO()
        try:
            super().print_attribute(attribute)
            return self.stream.getvalue()
        finally:
            self._current_column, self.stream = column, stream

    def print_ssa_value(self, value: SSAValue) -> str:
        """Print the name of a value, giving it one if it has none yet."""
        name = self._ssa_values.get(value)
        if name is None:
            return super().print_ssa_value(value)
        self.print_string(f"%{name}")
        return name
