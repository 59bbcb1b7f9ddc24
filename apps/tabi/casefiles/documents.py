"""YAML documents that know their lines, read safely. This module knows no case and no game.

What YAML offers beyond plain data is refused, because a case that uses it says something else than it seems to: a key
that stands twice, an alias, a merge key, a date.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from yaml.constructor import ConstructorError
from yaml.reader import ReaderError

from tabi.casefiles.errors import CaseFileError

Place = tuple[str | int, ...]
"""Where something stands in a document: the keys and numbers that lead to it."""

_TAG = "tag:yaml.org,2002:"
_NOT_PLAIN = {"timestamp": "a date", "binary": "binary data", "set": "a set", "omap": "pairs", "pairs": "pairs"}
_KINDS = {"int": "a number", "float": "a number with a fraction", "bool": "yes or no", "null": "nothing"}


@dataclass(frozen=True, slots=True)
class Spot:
    """What was found on the way to a place: how far the way exists, the line there, and the node."""

    place: Place
    line: int
    node: yaml.Node

    @property
    def name(self) -> str:
        """The place as a person would write it: `under[0].steps[2]`; empty for the whole document."""
        parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in self.place)
        return "".join(parts).removeprefix(".")

    @property
    def kind(self) -> str:
        """What YAML reads here, in words."""
        if isinstance(self.node, yaml.MappingNode):
            return "a mapping"
        if isinstance(self.node, yaml.SequenceNode):
            return "a list"
        return _KINDS.get(self.node.tag.removeprefix(_TAG), "text")


@dataclass(frozen=True, slots=True)
class Document:
    """One YAML document of a file: its data, and the nodes that know the lines."""

    path: Path
    data: object
    node: yaml.Node = field(repr=False)

    @property
    def line(self) -> int:
        """The line in which the document begins, counted from 1."""
        return _line(self.node)

    def spot(self, place: Place) -> Spot:
        """The nearest thing to `place` that exists; parts of the way that do not exist are left out."""
        spot = Spot((), self.line, self.node)
        for part in place:
            spot = _inside(spot, part) or spot
        return spot

    def fault(self, place: Place, sentence: str) -> CaseFileError:
        """The error that says `sentence` about what stands at `place`."""
        return CaseFileError(self.path, self.spot(place).line, sentence)


def read_documents(path: Path) -> list[Document]:
    """The documents of a YAML file, without empty ones; raises `CaseFileError` when it cannot be read as such."""
    text = _text(path)
    try:
        return list(_documents(path, text))
    except ReaderError as error:
        raise CaseFileError(path, text[: error.position].count("\n") + 1, _character(error)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise CaseFileError(path, mark.line + 1 if mark else None, _problem(error)) from None
    except RecursionError:
        raise CaseFileError(path, None, "The file is nested too deeply; a case has a handful of levels.") from None


def _documents(path: Path, text: str) -> Iterator[Document]:
    loader = _Loader(text)
    try:
        while loader.check_node():
            node = loader.get_node()
            data = loader.construct_document(node) if node else None
            if node and data is not None:
                yield Document(path, data, node)
    finally:
        loader.dispose()


def _text(path: Path) -> str:
    """The text of a file; a mark of byte order at its beginning is no part of it."""
    try:
        written = path.read_bytes()
    except OSError as error:
        raise CaseFileError(path, None, f"The file cannot be read: {error.strerror}.") from None
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = written[: error.start].count(b"\n") + 1
        raise CaseFileError(path, line, "The file is not UTF-8 text; a case file is YAML in UTF-8.") from None


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 1


def _inside(spot: Spot, part: str | int) -> Spot | None:
    """What stands under a key or number of a mapping or list, if it is there."""
    node = spot.node
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        return Spot((*spot.place, part), _line(node.value[part]), node.value[part])
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(part):
                return Spot((*spot.place, str(part)), _line(key), value)
    return None


def _problem(error: yaml.MarkedYAMLError) -> str:
    problem = error.problem or error.context or "it cannot be read"
    if isinstance(error, _Refused):
        return problem
    return f"This is not valid YAML: {problem}; a case file is YAML, its cases separated by lines of three dashes."


def _character(error: ReaderError) -> str:
    return (
        f"The file holds the character {chr(error.character)!r}, which YAML does not allow; printable text is accepted."
    )


class _Refused(ConstructorError):
    """What the parser takes and a case file does not; the problem is a whole sentence."""

    def __init__(self, sentence: str, mark: yaml.Mark | None) -> None:
        super().__init__(None, None, sentence, mark)


class _Loader(yaml.SafeLoader):
    """The safe loader, stricter: every fault that it finds itself is a sentence."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        # An alias could stand for itself, or double a document with every line.
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]  # the stubs leave it without a type
            sentence = f"The alias *{event.anchor} is not accepted; a case spells everything out."
            raise _Refused(sentence, event.start_mark)
        return super().compose_node(parent, index)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:
        """The data of a node; a value that its own tag cannot mean is refused with its line."""
        try:
            return super().construct_object(node, deep)
        except (ValueError, KeyError, AttributeError):
            sentence = f"The value {node.value!r} cannot be read as the type that it has; put text in quotes."
            raise _Refused(sentence, node.start_mark) from None

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        """The mapping of a node, in which every key is text or a whole number and stands once."""
        lines: dict[str, int] = {}
        for key, _ in node.value:
            text = self._key(key)
            if text in lines:
                first = "" if lines[text] == _line(key) else f", first in line {lines[text]}"
                sentence = f"The key {text!r} stands twice in one mapping{first}; every key stands once."
                raise _Refused(sentence, key.start_mark)
            lines[text] = _line(key)
        return super().construct_mapping(node, deep)

    def _key(self, node: yaml.Node) -> str:
        """A key as the case has it, where a number and the same number in quotes are one."""
        key = None if node.tag == f"{_TAG}merge" else self.construct_object(node, deep=True)
        if isinstance(key, bool) or not isinstance(key, (str, int)):
            written = f"The key {node.value}" if isinstance(node, yaml.ScalarNode) else "A key with parts"
            sentence = f"{written} is not accepted; keys are text or whole numbers."
            raise _Refused(sentence, node.start_mark)
        return str(key)

    def refuse(self, node: yaml.Node) -> object:
        """Refuses what YAML reads and JSON has no word for."""
        written = node.value if isinstance(node, yaml.ScalarNode) else "This value"
        kind = _NOT_PLAIN[node.tag.removeprefix(_TAG)]
        sentence = f"{written} is read by YAML as {kind}, which no case holds; to mean text, put it in quotes."
        raise _Refused(sentence, node.start_mark)


for _name in _NOT_PLAIN:
    _Loader.add_constructor(_TAG + _name, _Loader.refuse)
