"""The theorems about the counters of the encoding and its moments hold."""

from __future__ import annotations

import pytest

from proofs.holding import assert_holds, of_modules
from tabi.proofs import Theorem

MODULES = ("placing", "playing", "moments", "points_moments", "points_gather", "points_cap")


@pytest.mark.parametrize("theorem", of_modules(*MODULES), ids=lambda theorem: theorem.id)
def test_a_theorem_holds(theorem: Theorem) -> None:
    assert_holds(theorem)
