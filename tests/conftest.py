"""Settings for all tests: random tests print what repeats them; no test fails because a machine is busy."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "house", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")
