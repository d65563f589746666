"""Property tests: a fixed, short set of examples by default; `--hypothesis-profile=fuzz` for a long random campaign."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "default", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("fuzz", parent=settings.get_profile("default"), derandomize=False, max_examples=3000)
settings.load_profile("default")
