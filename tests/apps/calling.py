"""What a call of the `tabi` command gives, and what every refusal has in common."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue


@dataclass(frozen=True)
class Called:
    """What a call gave: exit status, standard output and standard error."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, JsonValue]:
        """The one JSON object on standard output."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value

    def refused(self) -> str:
        """The one sentence of a refusal: exit status 2, one line on standard error, nothing on standard output."""
        assert self.status == 2, (self.status, self.out, self.err)
        assert self.out == ""
        assert self.err.count("\n") == 1 and self.err.endswith(".\n"), self.err
        assert "Traceback" not in self.err
        return self.err.strip()


Tabi = Callable[..., Called]
"""The command as a function of its arguments: the fixture `tabi`."""
