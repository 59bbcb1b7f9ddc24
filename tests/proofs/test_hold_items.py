"""The theorems about the moments for items hold."""

from __future__ import annotations

import pytest

from proofs.holding import assert_holds, of_modules
from tabi.proofs import Theorem


@pytest.mark.parametrize("theorem", of_modules("item_waiting", "item_moments"), ids=lambda theorem: theorem.id)
def test_a_theorem_holds(theorem: Theorem) -> None:
    assert_holds(theorem)
