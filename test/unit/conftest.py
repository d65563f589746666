"""Random tests are short and always the same; long campaigns of new cases (`make fuzz`) ask for other ones.

Property tests take a fixed set of examples, and `--hypothesis-profile=fuzz` many random ones. A test marked
`@pytest.mark.random(N)` takes N values of its argument `seed`, others in every `--round`.
"""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "default", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("fuzz", parent=settings.get_profile("default"), derandomize=False, max_examples=3000)
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--round", type=int, default=0, help="which batch of seeds the random tests take")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if marker := metafunc.definition.get_closest_marker("random"):
        (count,) = marker.args
        first = count * metafunc.config.getoption("--round")
        metafunc.parametrize("seed", range(first, first + count))
