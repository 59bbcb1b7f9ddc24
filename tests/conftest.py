"""Hypothesis profiles: `ci` is derandomised and short, `fuzz` is long (`make fuzz`)."""

import os
import signal

from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=150, stateful_step_count=60, suppress_health_check=SLOW
)
settings.register_profile(
    "fuzz", deadline=None, max_examples=4000, stateful_step_count=200, suppress_health_check=SLOW, print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs deaf to Ctrl-C, and what they start inherits that; here it is what is tested.
    signal.signal(signal.SIGINT, signal.default_int_handler)
