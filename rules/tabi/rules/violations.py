"""Why a step or a position is refused, as values. This module knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Violation:
    """A refusal: a stable reason code, the clause that forbids the step, one sentence, and the data it speaks of.

    `ruling` is the id of the open point under whose present reading the step is refused, where it hangs on one.
    """

    code: str
    clause: str
    message: str
    data: Mapping[str, object] = field(default_factory=dict, hash=False)
    ruling: str | None = None

    def __str__(self) -> str:
        return f"{self.message} ({self.code}, {self.clause}{f', under {self.ruling}' if self.ruling else ''})"


class IllegalStep(Exception):
    """Raised by `apply` for a step that has a violation; the position is unchanged."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(str(violation))
        self.violation = violation


class IllegalPosition(ValueError):
    """A position that no game can come to; `defects` are sentences, each naming one fault."""

    def __init__(self, defects: tuple[str, ...]) -> None:
        super().__init__(" ".join(defects))
        self.defects = defects
