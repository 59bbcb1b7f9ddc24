"""What tests that change a rule need: no table of the encoding that is run from a changed rule outlives them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tabi.solvers.encoding import tables


@pytest.fixture
def passing_tables() -> Iterator[None]:
    """Tables made from here on are forgotten after the test, so that no other test sees what a mutant made."""
    yield
    for made in vars(tables).values():
        if hasattr(made, "cache_clear"):
            made.cache_clear()
