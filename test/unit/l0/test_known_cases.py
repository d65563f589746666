"""Tiles of known cases (tile_l0 section 5) and of faults that people have met."""

import pytest

from xdsl_tiles.analysis.l0 import (
    L0Tile,
    MatmulKind,
    NoLegalTile,
    Objective,
    Planner,
    choose,
    cost_of,
    design_space,
    l0_problem,
)
from xdsl_tiles.machines import load

A3, A5 = "ascend910b", "ascend950"
PYPTO, DSA_RP, PTOAS = Planner


def tile(
    machine: str, dtype: str, shape: tuple[int, int, int], planner: Planner = PYPTO, *, opt_in: bool = False
) -> L0Tile:
    """The tile of a plain matmul of (M, N, K)."""
    dtypes = (dtype, dtype, "i32" if dtype == "i8" else "f32")
    return choose(l0_problem(load(machine), shape, dtypes, planner=planner, double_buffer_c=opt_in))


@pytest.mark.parametrize(
    ("machine", "dtype", "shape", "expected"),
    [
        pytest.param(A5, "bf16", (16, 64, 2048), (16, 64, 256), id="case_4"),
        pytest.param(A5, "bf16", (64, 64, 64), (64, 64, 64), id="case_10"),
        *(pytest.param(A5, "f16", (m, 512, 256), (m, 512, 32), id=f"case_16_{m}") for m in (16, 32, 48, 112)),
        pytest.param(A5, "f16", (256, 512, 256), (256, 256, 64), id="case_16_256"),
        pytest.param(A5, "bf16", (64, 64, 544), (64, 64, 192), id="case_19"),
        pytest.param(A5, "bf16", (64, 64, 272), (64, 64, 144), id="case_32"),
        pytest.param(A5, "f32", (512, 512, 512), (256, 256, 32), id="case_34"),
        pytest.param(A5, "f32", (384, 384, 512), (192, 192, 32), id="case_36"),
        pytest.param(A3, "f32", (256, 256, 256), (128, 256, 32), id="case_37"),
    ],
)
def test_case_tile(machine: str, dtype: str, shape: tuple[int, int, int], expected: tuple[int, int, int]):
    assert tile(machine, dtype, shape).shape == expected


@pytest.mark.parametrize(
    ("shape", "planner", "expected", "held"),
    [
        pytest.param((384, 640, 64), PYPTO, (192, 128, 64), "OS A", id="case_39"),
        pytest.param((384, 256, 64), PYPTO, (128, 256, 64), "OS B", id="case_40"),
        pytest.param((384, 512, 64), PYPTO, (128, 256, 64), "OS B", id="case_41"),
        pytest.param((256, 544, 128), PYPTO, (256, 128, 128), "A", id="case_43"),
        pytest.param((64, 288, 384), PTOAS, (64, 32, 384), "A dbC", id="case_46"),
        pytest.param((192, 512, 64), PYPTO, (64, 512, 64), "B", id="case_47"),
        pytest.param((64, 256, 80), PTOAS, (32, 256, 80), "B dbC", id="case_47_ptoas"),
    ],
)
def test_case_schedule(shape: tuple[int, int, int], planner: Planner, expected: tuple[int, int, int], held: str):
    chosen = tile(A3, "bf16", shape, planner)
    schedule = str(chosen.stationarity)
    if schedule == "OS" and chosen.k == shape[2]:
        schedule += " A" if chosen.os_holds_a else " B"
    assert chosen.shape == expected
    assert schedule + (" dbC" if chosen.double_buffer_c else "") == held


@pytest.mark.parametrize("planner", [PYPTO, PTOAS])
@pytest.mark.parametrize(
    ("m", "k", "n", "depth"), [(16, 128, 128, 64), (64, 192, 128, 64), (64, 256, 256, 32), (128, 384, 64, 64)]
)
def test_case_45(m: int, k: int, n: int, depth: int, planner: Planner):
    chosen = tile(A3, "f32", (m, n, k), planner)
    if planner is PTOAS and (m, n, k) == (64, 256, 256):
        assert (chosen.shape, chosen.double_buffer_c) == ((64, 32, 256), True)
    else:
        assert (chosen.shape, chosen.double_buffer_c) == ((m, n, depth), False)


@pytest.mark.parametrize(("planner", "opt_in"), [(PYPTO, True), (DSA_RP, False), (PTOAS, False)])
@pytest.mark.parametrize(
    ("m", "n", "expected"),
    [
        (160, 160, (80, 128)),
        (144, 144, (48, 128)),
        (256, 256, (32, 256)),
        (448, 448, (112, 128)),
        (384, 256, (32, 256)),
    ],
)
def test_case_48(m: int, n: int, expected: tuple[int, int], planner: Planner, opt_in: bool):
    chosen = tile(A3, "f32", (m, n, 64), planner, opt_in=opt_in)
    assert (chosen.shape, chosen.double_buffer_c) == ((*expected, 64), True)


@pytest.mark.parametrize(("planner", "opt_in"), [(PYPTO, True), (DSA_RP, False), (DSA_RP, True)])
@pytest.mark.parametrize(("shape", "expected"), [((16, 256), (16, 128)), ((256, 16), (128, 16))])
def test_case_52(shape: tuple[int, int], expected: tuple[int, int], planner: Planner, opt_in: bool):
    chosen = tile(A3, "bf16", (*shape, 128), planner, opt_in=opt_in)
    assert (chosen.shape, chosen.double_buffer_c) == ((*expected, 128), True)


def test_case_54_one_byte_operands():
    assert (tile(A5, "i8", (64, 512, 128)).shape, tile(A5, "i8", (64, 512, 128)).stationarity) == ((64, 512, 128), "B")
    assert tile(A5, "i8", (16, 512, 128)).shape == (16, 512, 64)


def test_fault_A1_no_n_tile_outgrows_the_padded_rows_of_l0c():
    chosen = tile(A3, "i8", (16, 1152, 64))
    assert chosen.n <= 131072 // (32 * 4)
    assert chosen.m == 16


def test_fault_A2_the_design_space_holds_both_tiles():
    problem = l0_problem(load(A3), (16, 512, 128), ("bf16", "bf16", "f32"), planner=PYPTO)
    walls = {(row["m"], row["n"], row["k"], row["stationarity"]): row["wall"] for row in design_space(problem)}
    assert walls[16, 512, 32, "OS"] == 2008
    assert walls[16, 256, 128, "B"] == 2204
    assert choose(problem).shape == (16, 512, 32)


def test_fault_A4_holding_b_is_barely_cheaper_than_output_stationary():
    problem = l0_problem(load(A5), (64, 512, 128), ("i8", "i8", "i32"), planner=PYPTO)
    forced = l0_problem(load(A5), (64, 512, 128), ("i8", "i8", "i32"), planner=PYPTO, force_output_stationary=True)
    assert (choose(problem).cost_cycles, choose(forced).cost_cycles) == (5249, 5274)


@pytest.mark.parametrize("planner", Planner)
@pytest.mark.parametrize(("dtype", "size"), [("f32", 4), ("f16", 2)])
@pytest.mark.parametrize("machine", [A3, A5])
def test_fault_A5_A7_every_planner_keeps_right_within_l0b(planner: Planner, dtype: str, size: int, machine: str):
    chosen = tile(machine, dtype, (64, 512, 128), planner)
    buffers = 1 if chosen.stationarity == "B" else 2
    assert chosen.n * chosen.k * size * buffers <= 65536


def test_fault_A10_reading_the_accumulator_moves_bytes_but_adds_no_drain():
    machine, shape, dtypes = load(A3), (256, 512, 2048), ("bf16", "bf16", "f32")
    plain = choose(l0_problem(machine, shape, dtypes))
    added = choose(l0_problem(machine, shape, dtypes, kind=MatmulKind.ACC))
    assert (added.shape, added.cost_cycles) == (plain.shape, plain.cost_cycles)
    assert added.traffic_bytes == plain.traffic_bytes + 4 * 256 * 512
    assert plain.k < 2048
    space = design_space(l0_problem(machine, shape, dtypes))
    priced = {(row["m"], row["n"], row["drain"]) for row in space}
    assert len(priced) == len({(row["m"], row["n"]) for row in space}) < len(space)


def test_four_bit_operands_have_no_size():
    assert l0_problem(load(A5), (64, 64, 64), ("f4E2M1FN", "f4E2M1FN", "f32")).bytes_a == 0


@pytest.mark.parametrize("k", [8, 80, 96])
def test_one_byte_operands_step_whole_boxes(k: int):
    """The chooser and the pass agree: a physical K of 80 is no whole number of boxes, which hint PH-AT-007 says."""
    problem = l0_problem(load(A3), (16, 32, k), ("i8", "i8", "i32"))
    assert (problem.K, problem.align_k, problem.min_k) == (k, 32, 32)
    if k % 32:
        with pytest.raises(NoLegalTile):
            choose(problem)
    else:
        assert choose(problem).shape == (16, 32, 96)


@pytest.mark.parametrize("planner", Planner)
def test_the_toy_machine_tiles_small_matmuls(planner: Planner):
    chosen = tile("toy_cube", "f32", (64, 64, 64), planner)
    assert chosen.m < 64 and chosen.n < 64 and chosen.k < 64


@pytest.mark.parametrize("planner", Planner)
@pytest.mark.parametrize("dtype", ["bf16", "f32", "i8"])
@pytest.mark.parametrize("shape", [(64, 64, 1376), (256, 256, 1376), (512, 512, 512), (16, 1152, 64), (640, 16, 2048)])
def test_balanced_takes_the_fewest_k_blocks_within_two_percent(
    shape: tuple[int, int, int], dtype: str, planner: Planner
):
    problem = l0_problem(load(A3), shape, (dtype, dtype, "i32" if dtype == "i8" else "f32"), planner=planner)
    seed, balanced = choose(problem), choose(problem, Objective.BALANCED)
    assert seed == choose(problem, Objective.SEED)
    assert balanced.cost_cycles <= seed.cost_cycles * 1.02
    space = design_space(problem)
    near = space[space["wall"] <= seed.cost_cycles * 1.02]
    assert -(-shape[2] // balanced.k) == (1 if seed.shape == shape else near["k_blocks"].min())


def test_balanced_keeps_a_matmul_whole_that_fits():
    problem = l0_problem(load(A3), (16, 64, 64), ("bf16", "bf16", "f32"))
    assert choose(problem, Objective.BALANCED) == choose(problem)


def test_balanced_undoes_the_43_blocks_of_688():
    problem = l0_problem(load(A3), (64, 64, 688), ("bf16", "bf16", "f32"), planner=PYPTO)
    seed, balanced = choose(problem), choose(problem, Objective.BALANCED)
    assert (seed.k, balanced.k, balanced.cost_cycles) == (16, 240, seed.cost_cycles)


@pytest.mark.parametrize("kind", MatmulKind)
@pytest.mark.parametrize("planner", Planner)
@pytest.mark.parametrize("shape", [(64, 64, 688), (256, 544, 128), (528, 528, 32), (192, 512, 64)])
def test_cost_of_the_chosen_tile(shape: tuple[int, int, int], planner: Planner, kind: MatmulKind):
    problem = l0_problem(load(A3), shape, ("bf16", "bf16", "f32"), planner=planner, kind=kind)
    chosen = choose(problem)
    cost = cost_of(problem, chosen)
    assert cost is not None
    assert (cost.wall, cost.traffic_bytes) == (chosen.cost_cycles, chosen.traffic_bytes)
    assert cost.left_bytes <= problem.l0a_bytes
    assert cost.right_bytes <= problem.l0b_bytes
    assert cost.acc_bytes <= problem.l0c_bytes
