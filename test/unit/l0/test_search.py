"""The vectorised search against plain loops written from the rules, and properties of the cost model."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from xdsl_tiles.analysis.l0 import L0Problem, NoLegalTile, Planner, choose, design_space, l0_problem
from xdsl_tiles.machines import available, load


class Scored(NamedTuple):
    """One candidate of the reference search, with its rank inside a regime."""

    tile: tuple[int, int, int, str, bool]
    os_holds_a: bool
    wall: int
    traffic: int
    padded: int
    rank: tuple[float, ...]


def up(value: int, step: int) -> int:
    return math.ceil(value / step) * step


def loads(p: L0Problem, m: int, n: int) -> tuple[float, float, float]:
    """Cycles with A held, with B held, and with both streaming."""
    a, b = p.bytes_a * p.M * p.K, p.bytes_b * p.K * p.N
    rows, columns = math.ceil(p.M / m), math.ceil(p.N / n)
    return (
        a / p.bw_a + float(b * rows) / p.bw_b,
        float(a * columns) / p.bw_a + b / p.bw_b,
        float(a * columns) / p.bw_a + float(b * rows) / p.bw_b,
    )


def mad_cycles(p: L0Problem, m: int, n: int, k: int) -> int:
    passes = {1: 1, 2: 1, 4: p.mad_fp32_passes}[p.bytes_a]
    width = max(1, p.mad_k_fractal_bytes // p.bytes_a)
    cycles = 0
    for start in range(0, p.K, k):
        block = min(k, p.K - start)
        cycles += p.mad_head + passes * math.ceil(m / p.align_m) * math.ceil(block / width) * math.ceil(n / p.align_n)
    return math.ceil(p.M / m) * math.ceil(p.N / n) * cycles


def drain_cycles(p: L0Problem, m: int, n: int) -> float:
    fractals = math.ceil(n / max(1, p.drain_c0_bytes // p.bytes_c))
    while fractals % 2 == 0:
        fractals //= 2
    row = max(p.drain_row_cycles, p.bytes_c * n / p.bw_drain) + p.drain_penalty_cycles * (fractals - 1)
    return math.ceil(p.M / m) * math.ceil(p.N / n) * (p.drain_fixed_cycles + m * row)


def is_legal(p: L0Problem, m: int, n: int, k: int, held: str, twice: bool, holds_a: bool) -> bool:
    box_m, box_n = up(m, p.box_align_m), up(n, p.box_align_n)
    deepest = min(
        p.l0a_bytes // (p.bytes_a * (1 if held == "A" else 2)) // box_m,
        p.l0b_bytes // (p.bytes_b * (1 if held == "B" else 2)) // box_n,
        max(up(p.K, p.align_k), p.min_k) if p.allow_padding else p.K,
    )
    if k > deepest // p.align_k * p.align_k:
        return False
    if not (p.allow_padding or (p.allow_k_boundary and p.K % p.align_k == 0) or p.K % k == 0):
        return False
    if up(box_m, p.l0c_align_m) * box_n > p.l0c_bytes // (p.bytes_c * (2 if twice else 1)):
        return False
    if (held, twice) != ("OS", False) and k != p.K:
        return False
    rows_outer = held == "A" or (held == "OS" and holds_a)
    if twice and (p.N // n if rows_outer else p.M // m) < 2:
        return False
    if k == p.K and (m, n) != (p.M, p.N) and held != "B":
        if 0 < p.max_n_pipelined < n:
            return False
        if held == "OS" and holds_a and 0 < p.max_n_nested_pipelined < n:
            return False
    return True


def score(p: L0Problem, m: int, n: int, k: int, held: str, twice: bool) -> Scored | None:
    with_a, with_b, streaming = loads(p, m, n)
    holds_a = with_a <= with_b
    if not is_legal(p, m, n, k, held, twice, holds_a):
        return None
    keeps = {"A": "A", "B": "B"}.get(held, ("A" if holds_a else "B") if k >= p.K else "")
    load_cycles = {"A": with_a, "B": with_b, "": streaming}[keeps]
    rows, columns, depth = math.ceil(p.M / m), math.ceil(p.N / n), math.ceil(p.K / k)
    compute, drain = max(load_cycles, mad_cycles(p, m, n, k)), drain_cycles(p, m, n)
    wall = max(compute, drain) + min(compute, drain) / (rows * columns) if twice else compute + drain
    rounded = math.floor(wall) + (wall - math.floor(wall) >= 0.5)
    traffic = (
        p.bytes_a * p.M * p.K * (1 if keeps == "A" else columns)
        + p.bytes_b * p.K * p.N * (1 if keeps == "B" else rows)
        + p.bytes_c * p.M * p.N * (2 if p.c_read else 1)
    )
    padded = rows * m * columns * n * depth * k
    rank = (rounded, padded, depth, load_cycles, -m * n, -k)
    return Scored((m, n, k, held, twice), holds_a, rounded, traffic, padded, rank)


def search(p: L0Problem, held: str, twice: bool) -> Iterator[Scored]:
    last = [up(e, a) if p.allow_padding else e for e, a in ((p.M, p.align_m), (p.N, p.align_n), (p.K, p.align_k))]
    last[1] = min(last[1], p.max_n or last[1])
    for m in range(p.min_m, last[0] + 1, p.align_m):
        for n in range(p.min_n, last[1] + 1, p.align_n):
            for k in range(p.min_k, max(last[2], p.min_k) + 1, p.align_k):
                if (scored := score(p, m, n, k, held, twice)) is not None:
                    yield scored


def regimes(p: L0Problem) -> list[tuple[str, bool]]:
    held = ["OS", *(["A"] if p.allow_a_stationary else []), *(["B"] if p.allow_b_stationary else [])]
    return [(name, twice) for name in held for twice in ((False, True) if p.allow_double_buffer_c else (False,))]


def reference_choice(p: L0Problem) -> Scored | None:
    best = min(search(p, "OS", False), key=lambda one: one.rank, default=None)
    if best is None or best.tile[:3] == p.whole:
        return best
    for held, twice in regimes(p)[1:]:
        other = min(search(p, held, twice), key=lambda one: one.rank, default=None)
        if other is not None and other.wall < best.wall:
            best = other
    return best


SIZES = st.sampled_from([1, 2, 4])
STEPS = st.sampled_from([4, 8, 16])
BOXES = st.sampled_from([1, 1, 1, 8, 12])
CAPS = st.sampled_from([0, 0, 0, 8, 16, 32])
CYCLES = st.sampled_from([0, 0.25, 2.6, 4.45, 30, 164])
RATES = st.sampled_from([0.5, 3, 30, 85.4, 129.7])
BUFFERS = st.sampled_from([512, 1024, 2048, 4096])


@st.composite
def problems(draw: st.DrawFn, **fixed: Any) -> L0Problem:
    extent = st.integers(1, 64) | st.sampled_from([16, 32, 48, 64, 80])
    align = [draw(STEPS) for _ in range(3)]
    minimum = [step * draw(st.sampled_from([1, 1, 2])) for step in align]
    values: dict[str, Any] = {
        **dict(zip("MNK", [draw(extent) for _ in range(3)])),
        **{name: draw(BUFFERS) for name in ("l0a_bytes", "l0b_bytes", "l0c_bytes")},
        **{name: draw(SIZES) for name in ("bytes_a", "bytes_b", "bytes_c")},
        **dict(zip(("min_m", "min_n", "min_k"), minimum)),
        **dict(zip(("align_m", "align_n", "align_k"), align)),
        "l0c_align_m": draw(st.sampled_from([4, 16, 32])),
        **{name: draw(BOXES) for name in ("box_align_m", "box_align_n")},
        **{name: draw(CAPS) for name in ("max_n", "max_n_pipelined", "max_n_nested_pipelined")},
        **{name: draw(st.booleans()) for name in L0Problem.__dataclass_fields__ if name.startswith("allow_")},
        "c_read": draw(st.booleans()),
        **{name: draw(RATES) for name in ("bw_a", "bw_b", "bw_drain")},
        **{f"drain_{name}_cycles": draw(CYCLES) for name in ("fixed", "row", "penalty")},
        "drain_c0_bytes": 32,
        "mad_head": draw(st.integers(0, 40)),
        "mad_k_fractal_bytes": draw(st.sampled_from([2, 16, 32])),
        "mad_fp32_passes": draw(st.integers(1, 8)),
    }
    problem = L0Problem(**{**values, **fixed})
    try:
        problem.check()
    except NoLegalTile:
        assume(False)
    return problem


relaxed = settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])


@relaxed
@given(problems())
def test_the_choice_is_the_optimum_of_plain_loops(problem: L0Problem):
    expected = reference_choice(problem)
    if expected is None:
        with pytest.raises(NoLegalTile) as raised:
            choose(problem)
        assert raised.value.code == "no_legal_tile"
        return
    tile = choose(problem)
    assert (*tile.shape, tile.stationarity, tile.double_buffer_c) == expected.tile
    assert (tile.os_holds_a, tile.cost_cycles) == (expected.os_holds_a, expected.wall)
    assert (tile.traffic_bytes, tile.padded_compute) == (expected.traffic, expected.padded)


@relaxed
@given(problems())
def test_the_design_space_is_that_of_plain_loops(problem: L0Problem):
    space = design_space(problem)
    found = [
        (tuple(row[name] for name in ("m", "n", "k", "stationarity", "double_buffer_c")), int(row["wall"]))
        for row in space
    ]
    assert found == [(one.tile, one.wall) for regime in regimes(problem) for one in search(problem, *regime)]


@pytest.mark.parametrize("machine", available())
@pytest.mark.parametrize("dtype", ["bf16", "f32"])
def test_the_choice_on_shipped_machines_is_the_optimum_of_plain_loops(machine: str, dtype: str):
    problem = l0_problem(load(machine), (208, 176, 160), (dtype, dtype, "f32"))
    expected = reference_choice(problem)
    assert expected is not None
    tile = choose(problem)
    assert (*tile.shape, tile.stationarity, tile.double_buffer_c) == expected.tile
    assert tile.cost_cycles == expected.wall


def smallest_wall(problem: L0Problem) -> float:
    return float(min(design_space(problem)["wall"], default=math.inf))


@relaxed
@given(problems(), st.sampled_from(["l0a_bytes", "l0b_bytes", "l0c_bytes"]), st.integers(1, 4000))
def test_fault_H2_capacity_never_costs(problem: L0Problem, memory: str, more: int):
    larger = replace(problem, **{memory: getattr(problem, memory) + more})
    assert smallest_wall(larger) <= smallest_wall(problem)


@relaxed
@given(problems(), st.sampled_from([2.0, 8.0]), st.floats(1, 10))
def test_fault_H2_bandwidth_never_costs(problem: L0Problem, loads_faster: float, drains_faster: float):
    """Both operand rates by one power of two: which operand is cheaper to hold, and so what may alternate, stays."""
    faster = replace(
        problem,
        bw_a=problem.bw_a * loads_faster,
        bw_b=problem.bw_b * loads_faster,
        bw_drain=problem.bw_drain * drains_faster,
    )
    assert smallest_wall(faster) <= smallest_wall(problem)


@pytest.mark.parametrize("machine", ["ascend910b", "ascend950"])
@pytest.mark.parametrize(("n", "k"), [(64, 64), (256, 256), (528, 2048)])
def test_fault_H3_cycles_do_not_fall_as_m_grows(machine: str, n: int, k: int):
    """Under one accumulator; a second one, which hides drains, is legal only from two tiles on."""
    cycles = [
        choose(l0_problem(load(machine), (m, n, k), ("bf16", "bf16", "f32"), planner=Planner.PYPTO)).cost_cycles
        for m in range(16, 785, 16)
    ]
    assert cycles == sorted(cycles)
    assert cycles[0] < cycles[-1]


@pytest.mark.parametrize("machine", ["ascend910b", "ascend950"])
def test_fault_H3_one_row_wastes_a_sixteen_row_cube(machine: str):
    def tile(m: int):
        return choose(l0_problem(load(machine), (m, 256, 256), ("bf16", "bf16", "f32"), allow_padding=True))

    row, block = tile(1), tile(256)
    assert 256 * 256 / row.padded_compute == 1 / 16
    assert 256 * 256 / row.cost_cycles < 256 * 256 * 256 / block.cost_cycles
    assert (row.perf_hint, block.perf_hint) == ("padded_up", "")


def moved_bytes(p: L0Problem, m: int, n: int, k: int, held: str) -> int:
    """Bytes of every load and store of the loop nest over output tiles and K blocks; a held panel is kept in L0."""
    moved = 0
    axes = {"row": range(0, p.M, m), "column": range(0, p.N, n)}
    outer, inner = ("column", "row") if held == "B" else ("row", "column")
    resident: dict[str, tuple[int, int]] = {}
    for at_outer in axes[outer]:
        for at_inner in axes[inner]:
            at = {outer: at_outer, inner: at_inner}
            rows, columns = min(m, p.M - at["row"]), min(n, p.N - at["column"])
            for at_k in range(0, p.K, k):
                depth = min(k, p.K - at_k)
                for operand, place, size in (
                    ("A", (at["row"], at_k), rows * depth * p.bytes_a),
                    ("B", (at_k, at["column"]), depth * columns * p.bytes_b),
                ):
                    if operand == held and resident.get(operand) == place:
                        continue
                    resident[operand] = place
                    moved += size
            moved += rows * columns * p.bytes_c
    return moved


@pytest.mark.parametrize("dtype", ["bf16", "f32"])
def test_fault_H6_traffic_is_what_the_loop_nest_moves(dtype: str):
    problem = l0_problem(load("ascend910b"), (320, 320, 320), (dtype, dtype, "f32"))
    space = design_space(problem)
    assert len(space) > 500
    assert set(space["stationarity"]) == {"OS", "A", "B"}
    for row in space:
        held = str(row["stationarity"])
        if held == "OS":
            held = "" if row["k"] < problem.K else "A" if row["os_holds_a"] else "B"
        moved = moved_bytes(problem, int(row["m"]), int(row["n"]), int(row["k"]), held)
        assert moved == row["traffic_bytes"], row
