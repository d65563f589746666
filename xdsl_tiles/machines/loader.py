"""From a machine's name or TOML file to a `Machine`, with errors that name the file, the key and what is allowed."""

import dataclasses
import difflib
import os
import types
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NoReturn, cast, get_args, get_origin, get_type_hints

from xdsl_tiles.machines.model import Machine, NonNegative, OneOf

_SHIPPED = Path(__file__).parent
_REQUIRED_MEMORIES = ("mat", "left", "right", "acc", "bias", "vec")


class MachineError(ValueError):
    """A machine that doesn't exist, or a machine file that isn't one; the message names the file and the key."""


def available() -> tuple[str, ...]:
    """The names of the machines that ship with the package."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.toml")))


def load(name_or_path: str) -> Machine:
    """The machine of that name or alias (letter case aside), or the one in that TOML file.

    A name with a path separator or the suffix `.toml` is a path. Raises `MachineError` for an unknown name and for a
    file that can't be read or doesn't describe a machine.
    """
    if name_or_path.endswith(".toml") or os.sep in name_or_path:
        return _read(name_or_path)
    wanted = name_or_path.lower()
    if wanted in available():
        return _read(str(_SHIPPED / f"{wanted}.toml"))
    for name in available():
        machine = _read(str(_SHIPPED / f"{name}.toml"))
        if wanted in (alias.lower() for alias in machine.aliases):
            return machine
    raise MachineError(
        f"unknown machine '{name_or_path}'; available: {', '.join(available())}, or the path of a machine's .toml file"
    )


def _read(path: str) -> Machine:
    try:
        return _parsed(path, Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise MachineError(f"{path}: cannot read the machine file: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise MachineError(f"{path}: not a TOML file: {error}") from error


@cache
def _parsed(path: str, text: str) -> Machine:
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MachineError(f"{path}: not a TOML file: {error}") from error
    machine: Machine = _Reader(path).record(Machine, table, "")
    _check_references(path, machine)
    return machine


def _check_references(path: str, machine: Machine) -> None:
    """The checks that need more than one key."""
    for space in _REQUIRED_MEMORIES:
        if space not in machine.memory:
            raise MachineError(f"{path}: memory.{space}: missing; a cube has {', '.join(_REQUIRED_MEMORIES)}")
    known = ("gm", *machine.memory)
    for source, destinations in machine.moves.items():
        for space in (source, *destinations):
            if space not in known:
                raise MachineError(
                    f"{path}: moves.{source}: the machine has no memory '{space}'; it has {', '.join(known)}"
                )
    for operand, accumulator in machine.dtypes.matmul.items():
        if accumulator not in machine.cube.acc_row_alignment:
            raise MachineError(
                f"{path}: dtypes.matmul.{operand}: cube.acc_row_alignment has no entry for accumulator '{accumulator}'"
            )
    for source, destinations in machine.dtypes.cast.items():
        if source in destinations:
            raise MachineError(f"{path}: dtypes.cast.{source}: '{source}' is no conversion of '{source}'; leave it out")


@dataclasses.dataclass(frozen=True)
class _Reader:
    """Reads TOML values as the types that the model's annotations ask for; `key` is the dotted path so far."""

    path: str

    def fail(self, key: str, message: str) -> NoReturn:
        raise MachineError(f"{self.path}: {key}: {message}")

    def record(self, model: Any, value: object, key: str) -> Any:
        table = self.table(value, key)
        hints = get_type_hints(model, include_extras=True)
        for name in table:
            if name not in hints:
                close = difflib.get_close_matches(name, hints, n=1)
                guess = f"did you mean '{close[0]}'? " if close else ""
                self.fail(_join(key, name), f"unknown key; {guess}allowed: {', '.join(hints)}")
        values: dict[str, object] = {}
        for field in dataclasses.fields(model):
            if field.name in table:
                values[field.name] = self.value(hints[field.name], table[field.name], _join(key, field.name))
            elif field.default is dataclasses.MISSING:
                self.fail(_join(key, field.name), "missing key")
        return model(**values)

    def value(self, hint: Any, value: object, key: str) -> object:
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            base, rule = arguments
            if isinstance(rule, OneOf):
                return self.choice(rule.names, value, key)
            return self.number(base, value, key, zero=isinstance(rule, NonNegative))
        if origin is Mapping:
            return self.mapping(arguments[0], arguments[1], value, key)
        if origin is tuple:
            if not isinstance(value, list):
                self.fail(key, f"expected an array, not {value!r}")
            return tuple(self.value(arguments[0], item, key) for item in cast(list[object], value))
        if dataclasses.is_dataclass(hint):
            return self.record(hint, value, key)
        if hint is str or hint is bool:
            if not isinstance(value, hint):
                self.fail(key, f"expected {'a string' if hint is str else 'true or false'}, not {value!r}")
            return value
        return self.number(hint, value, key)

    def mapping(self, key_hint: Any, value_hint: Any, value: object, key: str) -> Mapping[str, object]:
        entries = {
            cast(str, self.value(key_hint, name, _join(key, name))): self.value(value_hint, item, _join(key, name))
            for name, item in self.table(value, key).items()
        }
        return types.MappingProxyType(entries)

    def table(self, value: object, key: str) -> dict[str, object]:
        if not isinstance(value, dict):
            self.fail(key, f"expected a table, not {value!r}")
        return cast(dict[str, object], value)

    def choice(self, names: tuple[str, ...], value: object, key: str) -> str:
        if not isinstance(value, str) or value not in names:
            self.fail(key, f"{value!r} is not allowed; allowed: {', '.join(names)}")
        return value

    def number(self, kind: type, value: object, key: str, zero: bool = False) -> int | float:
        """A whole number, or any finite one for a float; above 0, or 0 too where `zero` is set."""
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole and not (kind is float and isinstance(value, float)):
            self.fail(key, f"expected {'a whole number' if kind is int else 'a number'}, not {value!r}")
        number = cast(float, value)
        if not (0 < number < float("inf") or (zero and number == 0)):
            self.fail(key, f"{value!r} is not allowed; it must be {'0 or more' if zero else 'positive'} and finite")
        return float(number) if kind is float else number


def _join(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name
