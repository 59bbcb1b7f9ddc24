"""Certificates that are made wrong in one place: what the tests about them share."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tabi.rules.certificates import CnfProof, Unchecked, Valid, check, read_certificate
from tabi.rules.records import Fault, MalformedRecord
from tabi.solvers.cnfproof import check_cnf_proof

Json = dict[str, Any]  # Any: JSON that is made wrong on purpose


@dataclass(frozen=True)
class Mutant:
    """A certificate that is wrong, and why."""

    why: str
    document: Json


def verdict(document: Json) -> Valid | Fault | str:
    """What the checkers say of a document, as `tabi verify` asks them."""
    try:
        certificate = read_certificate(json.dumps(document))
        came = check_cnf_proof(certificate) if isinstance(certificate, CnfProof) else check(certificate)
    except MalformedRecord as error:
        return str(error)
    assert not isinstance(came, Unchecked)
    return came


def rejected(mutants: list[Mutant]) -> None:
    """Asserts that none is accepted."""
    for mutant in mutants:
        came = verdict(mutant.document)
        assert not isinstance(came, Valid), mutant.why
        assert str(came), mutant.why


def different(mutants: list[Mutant]) -> int:
    """How many there are, those that are alike counted once."""
    return len({json.dumps(mutant.document) for mutant in mutants})


def changed(document: Json, **fields: object) -> Json:
    """The document with other fields."""
    return {**deepcopy(document), **fields}
