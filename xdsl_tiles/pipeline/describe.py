"""What `--list-pipelines` and `--help-pass` print: from a pass's own docstring, properties and fields."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import textwrap
from collections.abc import Iterable
from itertools import pairwise
from typing import cast, get_type_hints

from xdsl.passes import ModulePass

from xdsl_tiles.analysis.properties import IRProperty
from xdsl_tiles.pipeline.named import NamedPipeline
from xdsl_tiles.pipeline.options import describe_type
from xdsl_tiles.transforms.checked_pass import CheckedPass


def list_pipelines(pipelines: Iterable[type[NamedPipeline]]) -> str:
    """One line for each named pipeline: its name, what it does, its passes."""
    rows = [(cls.name, f"{summary(cls)} ({', '.join(cls.stages)})") for cls in pipelines]
    width = max((len(name) for name, _ in rows), default=0)
    return "".join(f"{name:{width}}  {text}\n" for name, text in rows)


def summary(cls: type) -> str:
    """The first line of a class's docstring, without its full stop."""
    return _docstring(cls).partition("\n")[0].rstrip(".")


def _docstring(cls: type) -> str:
    """The class's own docstring, not one that it inherits or that `dataclass` makes of its signature."""
    text = inspect.cleandoc(cls.__dict__.get("__doc__") or "")
    return "" if text.startswith(f"{cls.__name__}(") else text


def help_pass(cls: type[ModulePass]) -> str:
    """A pass's docstring, with its IR before and after, and its options with their types and defaults."""
    lines = [f"-p {cls.name}", "", _without_fences(_docstring(cls)), ""]
    if issubclass(cls, NamedPipeline):
        lines += ["Passes:", *(f"  {stage}" for stage in cls.stages), ""]
    if issubclass(cls, CheckedPass):
        lines += [*_properties("Needs, in every in-core function", cls.needs), *_properties("Gives", cls.gives)]
    options = _options(cls)
    lines += ["Options:", *options] if options else ["It has no options."]
    return "\n".join(lines) + "\n"


def _properties(title: str, properties: Iterable[IRProperty]) -> list[str]:
    """A paragraph of IR properties, nothing where there are none."""
    rows = [f"  {property_.name}: {property_.meaning}" for property_ in properties]
    return [f"{title}:", *rows, ""] if rows else []


def _options(cls: type[ModulePass]) -> list[str]:
    types, documented = get_type_hints(cls), _field_docstrings(cls)
    lines: list[str] = []
    for field in dataclasses.fields(cls):
        if field.name == "name" or not field.init:
            continue
        default = "required" if field.default is dataclasses.MISSING else f"default {_spelled(field.default)}"
        lines.append(f"  {field.name.replace('_', '-')}=<{describe_type(types[field.name])}>  ({default})")
        lines += textwrap.wrap(documented.get(field.name, ""), 100, initial_indent="      ", subsequent_indent="      ")
    return lines


def _spelled(value: object) -> str:
    """A default value as it would be written on the command line."""
    if value is None:
        return "unset"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(str(part) for part in cast(tuple[object, ...], value)) or "empty"
    return str(value)


def _field_docstrings(cls: type) -> dict[str, str]:
    """The string that follows a field in the source of its class, by field; empty where there is no source."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__[:-1]):
        try:
            source = textwrap.dedent(inspect.getsource(base))
        except (OSError, TypeError):
            continue
        (definition,) = ast.parse(source).body
        body = definition.body if isinstance(definition, ast.ClassDef) else []
        for field, after in pairwise(body):
            match field, after:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    found[name] = inspect.cleandoc(text)
                case _:
                    pass
    return found


def _without_fences(text: str) -> str:
    """The text with its fenced code indented instead."""
    lines: list[str] = []
    inside = False
    for line in text.split("\n"):
        if line.startswith("```"):
            inside = not inside
        else:
            lines.append(f"    {line}" if inside else line)
    return "\n".join(lines)
