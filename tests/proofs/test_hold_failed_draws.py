"""The theorems about draws that fail and win hold."""

from __future__ import annotations

import pytest

from proofs.holding import assert_holds, of_modules
from tabi.proofs import Theorem


@pytest.mark.parametrize("theorem", of_modules("failed_draws"), ids=lambda theorem: theorem.id)
def test_a_theorem_holds(theorem: Theorem) -> None:
    assert_holds(theorem)
