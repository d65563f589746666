"""From pipeline text to passes: each pass found by its name, each option read by the type of the field it sets."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import parse_spec

from xdsl_tiles.pipeline.errors import UsageError
from xdsl_tiles.pipeline.spec import Option, PassText, parse_pipeline, refuse
from xdsl_tiles.pipeline.suggest import did_you_mean

PassFactories = Mapping[str, Callable[[], type[ModulePass]]]
"""Passes by name, each imported when its entry is called."""


def build_pipeline(text: str, available: PassFactories) -> tuple[ModulePass, ...]:
    """The passes that pipeline text names, with their options; a `UsageError` for what doesn't exist or doesn't fit."""
    return tuple(_build(written, available) for written in parse_pipeline(text))


def find_pass(name: str, available: PassFactories, column: int = 0) -> type[ModulePass]:
    """The pass of a name; a `UsageError` that offers the nearest names if there is none."""
    if name in available:
        return available[name]()
    message = f"unknown pass '{name}'{did_you_mean(name, available)}"
    if column:
        refuse(message, column)
    raise UsageError(message)


def _build(written: PassText, available: PassFactories) -> ModulePass:
    cls = find_pass(written.name, available, written.column)
    if written.bracket:
        return cls.from_pass_spec(parse_spec(written.name + written.bracket))
    types = get_type_hints(cls)
    fields = {field.name: field for field in dataclasses.fields(cls) if field.init and field.name != "name"}
    arguments: dict[str, object] = {
        name: None for name, field in fields.items() if _has_no_default(field) and NoneType in get_args(types[name])
    }
    given: set[str] = set()
    for option in written.options:
        if option.name not in fields:
            known = f"its options are {', '.join(map(_spelled, fields))}" if fields else "it has none"
            refuse(f"pass '{cls.name}' has no option '{_spelled(option.name)}'; {known}", option.column)
        if option.name in given:
            refuse(f"option '{_spelled(option.name)}' of pass '{cls.name}' is given twice", option.column)
        given.add(option.name)
        arguments[option.name] = _value(option, cls, types[option.name])
    for name, field in fields.items():
        if _has_no_default(field) and name not in arguments:
            refuse(f"pass '{cls.name}' needs option '{_spelled(name)}'", written.column)
    try:
        return cls(**arguments)
    except ValueError as error:
        refuse(f"pass '{cls.name}': {error}", written.column)


def _has_no_default(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _spelled(name: str) -> str:
    """A field's name as it is written in pipeline text."""
    return name.replace("_", "-")


def _value(option: Option, cls: type[ModulePass], wanted: Any) -> object:
    try:
        return convert(option.values, wanted)
    except ValueError as error:
        refuse(f"option '{_spelled(option.name)}' of pass '{cls.name}' {error}", option.column)


def convert(values: list[str], wanted: Any) -> object:
    """Read the values of an option as its field's type; a `ValueError` says what was wanted."""
    for candidate in get_args(wanted) if get_origin(wanted) in (Union, UnionType) else (wanted,):
        if candidate is NoneType:
            continue
        try:
            return _as_type(values, candidate)
        except ValueError:
            continue
    given = ",".join(values) if values else "no value"
    raise ValueError(f"takes {describe_type(wanted)}, not {given}")


def _as_type(values: list[str], wanted: Any) -> object:
    """Read values as a type that is no union; a `ValueError` if they are none of it."""
    if get_origin(wanted) is tuple:
        return tuple(convert([value], get_args(wanted)[0]) for value in values)
    if wanted is bool and not values:
        return True
    (value,) = values
    if get_origin(wanted) is Literal:
        return _chosen(value, {str(choice): choice for choice in get_args(wanted)})
    if wanted is bool:
        return _chosen(value, {"true": True, "false": False})
    return int(value, 0) if wanted is int else wanted(value)


def _chosen(value: str, choices: Mapping[str, object]) -> object:
    if value not in choices:
        raise ValueError(value)
    return choices[value]


def describe_type(wanted: Any) -> str:
    """What a field's type takes, in words: `an integer`, `one of a, b`."""
    origin = get_origin(wanted)
    if origin in (Union, UnionType):
        return " or ".join(describe_type(part) for part in get_args(wanted) if part is not NoneType)
    if origin is Literal:
        return f"one of {', '.join(str(choice) for choice in get_args(wanted))}"
    if origin is tuple:
        return f"a list, each {describe_type(get_args(wanted)[0])}"
    words = {int: "an integer", float: "a number", bool: "true or false", str: "a string"}
    return words.get(wanted, str(wanted))
