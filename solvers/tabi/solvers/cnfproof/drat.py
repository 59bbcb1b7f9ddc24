"""Proofs as lines: a clause that is added or deleted; the text and the binary form of DRAT, and both in little space.

A clause is a tuple of DIMACS literals; the empty one ends a proof.
"""

from __future__ import annotations

import lzma
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Final, NamedTuple

MOST_BYTES: Final = 1 << 30
"""No proof is unpacked that says it is longer."""
PRESET: Final = 1
"""How hard xz tries: five times as fast as by default, and proofs a fifth longer."""
_ADDED, _DELETED = b"a", b"d"
_MORE = 0x80


class Line(NamedTuple):
    """One line of a proof."""

    deleted: bool
    clause: tuple[int, ...]


class MalformedProof(ValueError):
    """Bytes or text that are no proof; one sentence."""


def text_of(lines: Iterable[Line]) -> str:
    """The lines in DRAT's text form."""
    return "".join(f"{'d ' if line.deleted else ''}{' '.join(map(str, (*line.clause, 0)))}\n" for line in lines)


def packed(lines: Iterable[Line]) -> bytes:
    """The lines in DRAT's binary form."""
    data = bytearray()
    for deleted, clause in lines:
        data += _DELETED if deleted else _ADDED
        for literal in clause:
            rest = 2 * abs(literal) + (literal < 0)
            while rest >= _MORE:
                data.append(rest % _MORE + _MORE)
                rest //= _MORE
            data.append(rest)
        data.append(0)
    return bytes(data)


def unpacked(data: bytes) -> list[Line]:
    """The lines of DRAT's binary form; raises `MalformedProof` where they are cut short or no clauses."""
    *records, rest = data.split(b"\0")  # no literal has a byte 0
    if rest:
        raise MalformedProof(f"The proof ends amid its line {len(records) + 1}.")
    return [_line(record, number) for number, record in enumerate(records, start=1)]


def _line(record: bytes, number: int) -> Line:
    if record[:1] not in (_ADDED, _DELETED):
        raise MalformedProof(f"Line {number} of the proof neither adds nor deletes a clause.")
    clause, literal, shift = list[int](), 0, 0
    for byte in record[1:]:
        literal |= (byte % _MORE) << shift
        shift += 7
        if byte < _MORE:
            clause.append(-(literal >> 1) if literal & 1 else literal >> 1)
            literal = shift = 0
    if shift or 0 in clause:
        raise MalformedProof(f"Line {number} of the proof has no literal where one is announced.")
    return Line(record[:1] == _DELETED, tuple(clause))


def compressed(data: bytes) -> str:
    """Bytes as text in little space: xz, then base64."""
    return b64encode(lzma.compress(data, preset=PRESET)).decode("ascii")


def decompressed(text: str, size: int) -> bytes:
    """The `size` bytes of what `compressed` wrote; raises `MalformedProof` when it is anything else."""
    if size > MOST_BYTES:
        raise MalformedProof(f"The proof says it has {size} bytes; at most {MOST_BYTES} are unpacked.")
    unpacker = lzma.LZMADecompressor(format=lzma.FORMAT_XZ)
    try:
        data = unpacker.decompress(b64decode(text, validate=True), max_length=size + 1)
    except (ValueError, lzma.LZMAError):
        raise MalformedProof("The proof is not xz in base64, or it is cut short.") from None
    if len(data) == size and not unpacker.eof:  # the end mark may still be unread
        data += unpacker.decompress(b"", max_length=1) if not unpacker.needs_input else b""
    if len(data) != size or not unpacker.eof:
        raise MalformedProof(f"The proof has not the {size} bytes that it says it has, or it is cut short.")
    return data
