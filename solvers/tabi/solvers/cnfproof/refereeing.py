"""The process in which a checker from the package index judges a proof. It is started as a file, knows nothing of the
game, and imports nothing but the checker, so that it can be ended at any moment.

`python refereeing.py rust|python` reads from standard input a formula in DIMACS text, a line `proof`, and the proof in
DRAT's text form. It prints one JSON object: whether the proof holds, the number of the first line that does not, and
who judged. RAT lines are not accepted, nor is a line about a variable that the formula does not have.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version

PROOF = "proof\n"


def judged(engine: str, formula: str, proof: str) -> dict[str, object]:
    """What the checker says, and its name; a failed line of 0 says that the empty clause is never reached."""
    import dratify

    name = f"dratify {version('dratify')}"
    if engine == "rust":
        import cdclkit_native

        dratify.register_native(cdclkit_native)
        name = f"{name} with cdclkit-native {version('cdclkit-native')}"
    result = dratify.check_proof(
        dratify.parse_dimacs(formula), proof, check_rat=False, engine="native" if engine == "rust" else "python"
    )
    return {"holds": result.ok and result.reached_empty, "line": max(0, result.failed_step), "by": name}


def main(engine: str) -> None:
    """Judges the proof on standard input."""
    formula, _, proof = sys.stdin.read().partition(PROOF)
    print(json.dumps(judged(engine, formula, proof)))


if __name__ == "__main__":
    main(*sys.argv[1:])
