"""Batch mode of tile-explore: one L0 problem a line in, one tile a line out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, NoReturn, cast

from xdsl_tiles.analysis.objective import Objective
from xdsl_tiles.pipeline.errors import UsageError
from xdsl_tiles.pipeline.suggest import did_you_mean

if TYPE_CHECKING:
    from xdsl_tiles.analysis.l0 import L0Problem

_ANNOTATIONS = ("tag", "error_kind")
"""Fields of a row that neither ask nor answer."""

_TYPES = {"int": "a whole number", "float": "a number", "bool": "true or false"}


def read_problems(name: str, lines: Iterable[bytes]) -> list[L0Problem]:
    """The problems of a JSON Lines file; blank lines are skipped, and so are fields that hold a row's known answer.

    Raises `UsageError` at `name:line` for a line that isn't a row: not JSON, or a field missing, unknown or mistyped.
    """
    problems: list[L0Problem] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                problems.append(_problem(line))
            except UsageError as error:
                raise UsageError(str(error), f"{name}:{number}") from error
    return problems


def answer_rows(problems: Iterable[L0Problem], objective: Objective) -> Iterator[str]:
    """One JSON line per problem: the fields of the chosen tile and `error`, of which one side is null."""
    from xdsl_tiles.analysis.l0 import L0Tile, NoLegalTile, choose

    refused: dict[str, Any] = {field.name: None for field in fields(L0Tile)}
    for problem in problems:
        try:
            answer = {**asdict(choose(problem, objective)), "error": None}
        except NoLegalTile as error:
            answer = {**refused, "error": error.code}
        yield json.dumps(answer)


def _problem(line: bytes) -> L0Problem:
    from xdsl_tiles.analysis.l0 import L0Problem, L0Tile

    try:
        row: object = json.loads(line)
    except RecursionError:
        _refuse("not JSON: nested too deeply")
    except ValueError as error:
        _refuse(f"not JSON: {error}")
    if not isinstance(row, dict):
        _refuse("expected a JSON object with the fields of an L0 problem")
    values = cast(dict[str, object], row)
    asked = {field.name: str(field.type) for field in fields(L0Problem)}
    answered = (*(field.name for field in fields(L0Tile)), "error", *_ANNOTATIONS)
    for name in values:
        if name not in asked and name not in answered:
            _refuse(f"unknown field '{name}'{did_you_mean(name, asked)}")
    for name, kind in asked.items():
        if name not in values:
            _refuse(f"missing field '{name}', {_TYPES[kind]}")
        if not _is_a(kind, values[name]):
            _refuse(f"field '{name}' should be {_TYPES[kind]}, got {json.dumps(values[name])}")
    return L0Problem(**{name: cast(Any, values[name]) for name in asked})


def _is_a(kind: str, value: object) -> bool:
    if isinstance(value, bool):
        return kind == "bool"
    return (isinstance(value, int) and kind != "bool") or (isinstance(value, float) and kind == "float")


def _refuse(message: str) -> NoReturn:
    raise UsageError(message)
