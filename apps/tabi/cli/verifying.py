"""`tabi verify`: checks lines, records, closed and valued sets by the rules alone, a cnf-proof by its formulas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel

from tabi.cli.errors import Refused, Status, refusing
from tabi.cli.options import JsonOption
from tabi.cli.output import emit, emit_json, progress
from tabi.cli.reading import JsonObject, parse_object, read_text
from tabi.rules.certificates import Certificate, CnfProof, Valid, check, read_certificate
from tabi.rules.records import Fault

KINDS = ("line", "record", "closed-set", "valued-set", "cnf-proof")


class FaultDocument(BaseModel):
    """The first thing that does not hold: where, in a sentence, and the refusal when a step is illegal."""

    where: str
    message: str
    code: str | None
    clause: str | None
    ruling: str | None


class VerificationDocument(BaseModel):
    """Whether a certificate or record holds; then what it shows and what is trusted, else its first fault.

    `holds` is null when a person stopped the checking.
    """

    holds: bool | None
    file: str
    kind: str
    shows: str | None
    trusts: str | None
    fault: FaultDocument | None


def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A line, record, closed or valued set, or cnf-proof, as JSON.")
    ],
    json: JsonOption = False,
) -> int:
    """Check a certificate as `solve --certificate` writes it, or a game record."""
    text = read_text(file)
    kind = _kind(parse_object(text, str(file)), file)
    with refusing(str(file)):
        certificate = read_certificate(text)
    document = _document(_checked(certificate, file), kind, file)
    if json:
        emit_json(document)
    else:
        emit(_text(document))
    if document.holds is None:
        return Status.INTERRUPTED
    return Status.YES if document.holds else Status.NO


def _checked(certificate: Certificate, file: Path) -> Valid | Fault | None:
    """What the checker says; None when a person stopped it."""
    try:
        with refusing(str(file)), progress(f"checking {file}") as tell:
            if isinstance(certificate, CnfProof):
                return _by_formulas(certificate, lambda doing: tell(f"checking {file}: {doing}"))
            return check(certificate, lambda done, total: tell(f"checking {file}: {done} of {total} positions"))
    except KeyboardInterrupt:
        return None


def _by_formulas(certificate: CnfProof, tell: Callable[[str], None]) -> Valid | Fault:
    """What the checker of proofs says; it needs more than the other kinds, and is imported for this kind only."""
    try:
        from tabi.solvers.cnfproof import CheckerFailed, check_cnf_proof
    except ImportError as error:
        raise Refused(f"{error.name} is missing to check a cnf-proof; it comes with tabi[solve].") from None
    try:
        return check_cnf_proof(certificate, tell)
    except CheckerFailed as error:
        raise Refused(str(error)) from None


def _kind(document: JsonObject, file: Path) -> str:
    """What the document says it is, asked before anything else of it is read."""
    if "kind" not in document:
        raise Refused(f"{file}: The field kind is missing; accepted: {', '.join(KINDS)}.")
    kind = document["kind"]
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refused(f"{file}: The field kind is {kind!r}; accepted: {', '.join(KINDS)}.")
    return kind


def _document(came: Valid | Fault | None, kind: str, file: Path) -> VerificationDocument:
    if isinstance(came, Valid):
        return VerificationDocument(
            holds=True, file=str(file), kind=kind, shows=came.shows, trusts=came.trusts, fault=None
        )
    return VerificationDocument(
        holds=None if came is None else False,
        file=str(file),
        kind=kind,
        shows=None,
        trusts=None,
        fault=None if came is None else fault_document(came),
    )


def fault_document(fault: Fault) -> FaultDocument:
    """The JSON of a fault."""
    refused = fault.violation
    return FaultDocument(
        where=fault.where,
        message=fault.message,
        code=refused.code if refused else None,
        clause=refused.clause if refused else None,
        ruling=refused.ruling if refused else None,
    )


def _text(document: VerificationDocument) -> str:
    if document.fault is not None:
        return f"{document.file}: refuted. {document.fault.where}: {document.fault.message}"
    if document.holds is None:
        return f"{document.file}: interrupted; what was checked so far held."
    return f"{document.file}: holds. {document.shows}\nThis rests on {document.trusts}."
