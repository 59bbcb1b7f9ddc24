"""The commands put together, and the one place where every ending of a command becomes an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated

import typer
from pydantic import ValidationError

from tabi.cli import casing, counting, deals, proving, rulings_, schemas, solving, trip, verifying, why
from tabi.cli.errors import ReaderGone, Refused, Status, complain
from tabi.cli.output import emit
from tabi.spec.faults import first_fault, sentence

COMMANDS = ("deal", "solve", "verify", "perft", "rulings", "cases", "prove", "trip", "schema", "why")


def build() -> typer.Typer:
    """The typer application: nothing in it prints an error or leaves the process by itself."""
    app = typer.Typer(
        name="tabi", add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=False
    )
    app.callback(invoke_without_command=True)(_root)
    app.command("deal")(deals.deal)
    app.command("solve")(solving.solve_command)
    app.command("verify")(verifying.verify)
    app.command("perft")(counting.perft_command)
    app.add_typer(rulings_.build(), name="rulings")
    app.command("cases")(casing.cases)
    app.command("prove")(proving.prove)
    app.add_typer(trip.build(), name="trip")
    app.command("schema")(schemas.schema)
    app.command("why")(why.why_command)
    return app


def run(arguments: Sequence[str]) -> int:
    """Runs the command with these arguments and returns its exit status; wrong input is one sentence on stderr."""
    return int(_status(arguments))


def _status(arguments: Sequence[str]) -> int:
    try:
        return build()(args=list(arguments), prog_name="tabi", standalone_mode=False) or Status.YES
    except Refused as error:
        complain(str(error))
    except (ReaderGone, SystemExit):  # typer leaves the process when nobody reads its help
        _close_output()
        return Status.READER_GONE
    except (KeyboardInterrupt, typer.Abort):
        return Status.INTERRUPTED
    except OSError as error:
        complain(f"{error.filename or 'The output'} cannot be used: {error.strerror or error}")
    except Exception as error:
        if (sentence := _usage(error)) is None:
            raise
        complain(sentence)
    return Status.WRONG


def _root(
    context: typer.Context,
    shown: Annotated[bool, typer.Option("--version", help="Print the version and nothing else.")] = False,
) -> int:
    """Two tabletop games about travel: deals decided, certificates checked, readings of the rules compared."""
    if shown:
        emit(f"tabi {version('tabi')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise Refused(f"A command is missing; the commands are {', '.join(COMMANDS)}; `tabi --help` describes them.")
    return Status.YES


def _usage(error: Exception) -> str | None:
    """The sentence of a usage error, or None for any other exception.

    Newer typers carry a click of their own, older ones import it: so the error is known by what it can do.
    """
    write = getattr(error, "format_message", None)
    if not callable(write):
        return None
    text = _unread(error) or str(write()).strip().rstrip(".")
    if text.startswith("No such command"):
        unknown, _, _ = text.partition(". Did you mean")
        return f"{unknown}; the commands are {', '.join(_commands_here(error))}."
    path = getattr(getattr(error, "ctx", None), "command_path", "tabi")
    return f"{text}; `{path} --help` says what is accepted."


def _unread(error: Exception) -> str | None:
    """What is wrong with the value of an option, where pydantic read it."""
    cause, names = error.__cause__, getattr(getattr(error, "param", None), "opts", None)
    if not isinstance(cause, ValidationError) or not names:
        return None
    return f"{names[0]}: {sentence(first_fault(cause)).rstrip('.')}"


def _commands_here(error: Exception) -> tuple[str, ...]:
    """The commands of the group in which one was not found."""
    group = getattr(getattr(error, "ctx", None), "command", None)
    return tuple(getattr(group, "commands", COMMANDS))


def _close_output() -> None:
    """Lets the interpreter end without a complaint about the output that nobody reads."""
    try:
        output = sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):  # there is none, or it is no file
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), output)
