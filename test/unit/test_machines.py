"""Machine files: the shipped figures, names and aliases, and what a bad file is told."""

import re
from pathlib import Path

import pytest

from xdsl_tiles import machines
from xdsl_tiles.machines import Machine, MachineError, load

SHIPPED = Path(machines.__file__).parent


@pytest.fixture
def toy() -> str:
    return (SHIPPED / "toy_cube.toml").read_text()


def test_available():
    assert machines.available() == ("ascend910b", "ascend950", "toy_cube")


@pytest.mark.parametrize("name", machines.available())
def test_shipped_machines_load_under_their_own_names(name: str):
    assert load(name).name == name


def test_aliases_are_unambiguous():
    names = [alias.lower() for name in machines.available() for alias in (name, *load(name).aliases)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("alias", "name"),
    [("a3", "ascend910b"), ("Ascend910B1", "ascend910b"), ("ASCEND910B", "ascend910b"), ("a5", "ascend950")],
)
def test_alias(alias: str, name: str):
    assert load(alias) is load(name)


@pytest.mark.parametrize(
    ("name", "left", "acc", "bias", "vec", "cubes", "vectors"),
    [("ascend910b", 65536, 131072, 1024, 188416, 24, 48), ("ascend950", 65536, 262144, 4096, 245760, 36, 72)],
)
def test_capacities(name: str, left: int, acc: int, bias: int, vec: int, cubes: int, vectors: int):
    machine = load(name)
    assert [machine.capacity(space) for space in ("left", "right", "acc", "bias", "vec", "mat")] == [
        *(left, left, acc, bias, vec, 524288)
    ]
    assert machine.memory["vec"].reserved == 8192
    assert (machine.cores.cube, machine.cores.vector) == (cubes, vectors)
    assert machine.capacity("gm") is None


def test_rules_that_differ_between_generations():
    a3, a5 = load("a3"), load("a5")
    assert a3.cube.acc_row_alignment == {"f32": 16, "i32": 32}
    assert a5.cube.acc_row_alignment == {"f32": 16, "i32": 16}
    assert not a3.can_move("acc", "vec") and a5.can_move("acc", "vec")
    assert a3.can_cast("i32", "f16") and not a5.can_cast("i32", "f16")
    assert "bf16" in a3.dtypes.atomic_add and "bf16" not in a5.dtypes.atomic_add
    assert "f32" not in a3.dtypes.acc_to_mat_window and "f32" in a5.dtypes.acc_to_mat_window
    assert "f8E4M3FN" not in a3.dtypes.matmul and a5.dtypes.matmul["f8E4M3FN"] == "f32"
    assert a3.capacity("left_scale") is None and a5.capacity("left_scale") == 4096


def test_a_machine_is_immutable_and_hashable():
    machine = load("ascend910b")
    assert isinstance(hash(machine), int)
    with pytest.raises(AttributeError):
        machine.name = "other"  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(TypeError):
        machine.memory["left"] = machine.memory["right"]  # pyright: ignore[reportIndexIssue]


def test_a_path_loads_the_users_machine(tmp_path: Path, toy: str):
    path = tmp_path / "mine.toml"
    path.write_text(toy.replace("left = { bytes = 2048", "left = { bytes = 4096"))
    machine = load(str(path))
    assert isinstance(machine, Machine)
    assert machine.capacity("left") == 4096


def test_a_file_is_read_anew_when_it_changes(tmp_path: Path, toy: str):
    path = tmp_path / "mine.toml"
    path.write_text(toy)
    before = load(str(path))
    path.write_text(toy.replace('name = "toy_cube"', 'name = "mine"'))
    assert (before.name, load(str(path)).name) == ("toy_cube", "mine")


def test_unknown_name_lists_the_machines_and_the_way_out():
    with pytest.raises(
        MachineError,
        match=r"unknown machine 'ascend91O'; available: ascend910b, ascend950, toy_cube, or the path of a .*\.toml",
    ):
        load("ascend91O")


BAD_EDITS = {
    "unknown key": (
        "fractal = 16",
        "fractl = 16",
        "cube.fractl: unknown key; did you mean 'fractal'? allowed: fractal, min_tile, box_rows",
    ),
    "missing key": ("min_tile = 16\n", "", "cube.min_tile: missing key"),
    "wrong type": ("dies = 1", 'dies = "one"', "cores.dies: expected a whole number, not 'one'"),
    "fraction": ("dies = 1", "dies = 1.5", "cores.dies: expected a whole number, not 1.5"),
    "boolean number": ("dies = 1", "dies = true", "cores.dies: expected a whole number, not True"),
    "number as boolean": ("gm_pipe_buffer = true", "gm_pipe_buffer = 1", "expected true or false, not 1"),
    "text as array": ('aliases = ["toy"]', 'aliases = "toy"', "aliases: expected an array, not 'toy'"),
    "number in array": ('aliases = ["toy"]', "aliases = [1]", "aliases: expected a string, not 1"),
    "number as table": ("bias = { bytes = 128, alignment = 64 }", "bias = 128", "memory.bias: expected a table"),
    "zero": ("left = { bytes = 2048", "left = { bytes = 0", "memory.left.bytes: 0 is not allowed; it must be positive"),
    "negative": ("drain_fixed_cycles = 164.0", "drain_fixed_cycles = -1", "-1 is not allowed; it must be 0 or more"),
    "infinite": ("= 129.7", "= inf", "cost.left_bytes_per_cycle: inf is not allowed; it must be positive and finite"),
    "nan": ("= 129.7", "= nan", "cost.left_bytes_per_cycle: nan is not allowed"),
    "dtype": ('i8 = "i32"', 'i8 = "int32"', "dtypes.matmul.i8: 'int32' is not allowed; allowed: f32, f16, bf16"),
    "dtype as key": ('i8 = "i32"', 'int8 = "i32"', "dtypes.matmul.int8: 'int8' is not allowed; allowed: f32"),
    "space": ("[memory]", "[memory]\nl1 = { bytes = 1, alignment = 1 }", "memory.l1: 'l1' is not allowed; allowed: gm"),
    "kind": ('kind = "cube"', 'kind = "stream"', "kind: 'stream' is not allowed; allowed: cube"),
    "memory missing": (
        "bias = { bytes = 128, alignment = 64 }",
        "",
        "memory.bias: missing; a cube has mat, left, right, acc, bias, vec",
    ),
    "move to nowhere": (
        'mat = ["left", "right", "bias"]',
        'mat = ["left_scale"]',
        "moves.mat: the machine has no memory 'left_scale'; it has gm, mat",
    ),
    "accumulator": (
        "f32 = 16, i32 = 32 }",
        "f32 = 16 }",
        "dtypes.matmul.i8: cube.acc_row_alignment has no entry for accumulator 'i32'",
    ),
    "cast to itself": (
        'i8 = ["f16"]',
        'i8 = ["f16", "i8"]',
        "dtypes.cast.i8: 'i8' is no conversion of 'i8'; leave it out",
    ),
    "not TOML": ("[cube]", "[cube", "not a TOML file: "),
}


@pytest.mark.parametrize(("old", "new", "message"), BAD_EDITS.values(), ids=BAD_EDITS.keys())
def test_a_bad_file_names_the_file_the_key_and_what_is_allowed(
    old: str, new: str, message: str, tmp_path: Path, toy: str
):
    assert old in toy
    path = tmp_path / "bad.toml"
    path.write_text(toy.replace(old, new))
    with pytest.raises(MachineError, match=rf"^{re.escape(str(path))}: .*{re.escape(message)}"):
        load(str(path))


def test_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(MachineError, match=r"none\.toml: cannot read the machine file: No such file"):
        load(str(tmp_path / "none.toml"))


def test_a_file_that_is_not_text(tmp_path: Path):
    path = tmp_path / "binary.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MachineError, match=r"binary\.toml: not a TOML file: "):
        load(str(path))
