# What tabi calls of dratify, whose own annotations leave out what `register_native` takes.
from types import ModuleType
from typing import Literal

class CNF: ...

class CheckResult:
    ok: bool
    reached_empty: bool
    failed_step: int

def parse_dimacs(text: str) -> CNF: ...
def check_proof(
    formula: CNF, proof: str, check_rat: bool = True, *, engine: Literal["auto", "native", "python"] = "auto"
) -> CheckResult: ...
def register_native(module: ModuleType | None) -> None: ...
