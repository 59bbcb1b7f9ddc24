"""The command as a process of its own: pipes, Ctrl-C, and an installation without the extras."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

COMMAND = [sys.executable, "-m", "tabi.cli"]


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], cwd=cwd, capture_output=True, text=True, check=False)


def interrupted(*arguments: str, cwd: Path, shown: bytes) -> tuple[int, str, str]:
    """Exit status, output and errors of a command that is interrupted once its progress shows a text.

    Progress is shown on terminals only, so the errors go to one.
    """
    terminal, errors = os.openpty()
    with subprocess.Popen([*COMMAND, *arguments], cwd=cwd, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        os.close(errors)
        reader = Reader(terminal)
        try:
            assert reader.sees(shown), reader.seen.decode()
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    reader.thread.join()
    os.close(terminal)
    return process.returncode, out, reader.seen.decode()


class Reader:
    """Reads a terminal to its end, for a terminal that nobody reads stops whoever writes to it."""

    def __init__(self, terminal: int) -> None:
        self.seen = b""
        self._terminal = terminal
        self.thread = Thread(target=self._read, daemon=True)
        self.thread.start()

    def sees(self, text: bytes) -> bool:
        """Whether a text is shown before two minutes are over, or the other end is closed."""
        end = time.monotonic() + 120
        while text not in self.seen and self.thread.is_alive() and time.monotonic() < end:
            time.sleep(0.01)
        return text in self.seen

    def _read(self) -> None:
        try:
            while more := os.read(self._terminal, 4096):
                self.seen += more
        except OSError:  # the other end is closed
            return


def test_a_process_prints_json_and_a_refusal_prints_one_line(tmp_path: Path) -> None:
    dealt = run("deal", "--seed", "7", cwd=tmp_path)
    assert (dealt.returncode, json.loads(dealt.stdout)["id"], dealt.stderr) == (0, 7, "")
    refused = run("solve", "--deck", "R1 R1", "--bay-day", "3", cwd=tmp_path)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert "Traceback" not in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_a_search_with_the_best_so_far(tmp_path: Path) -> None:
    """With the backpack the bound is six turns, which no line meets, so the search goes on when it has a line."""
    asked = ("solve", "--seed", "7", "--items", "map,backpack", "--goal", "turns", "--json")
    status, out, progress = interrupted(*asked, cwd=tmp_path, shown=b"best 5 letters")
    answer = json.loads(out)
    assert (status, answer["interrupted"]) == (130, True)
    if answer["verdict"] == "undecided":  # five letters, and not yet home
        assert answer["best"]["letters"] == 5
    else:
        assert (answer["verdict"], answer["lower_bound"]) == ("bounded", 6)
        assert answer["upper_bound"] == answer["turns"] == len(answer["line"])
    assert "search" in progress or "beam" in progress or "exhaustion" in progress


def test_ctrl_c_ends_a_count_with_what_was_counted(tmp_path: Path) -> None:
    status, out, _ = interrupted("perft", "--seed", "7", "--depth", "40", cwd=tmp_path, shown=b"counting to depth 40")
    assert status == 130
    assert "interrupted" in out


@pytest.mark.parametrize("arguments", [["schema", "verdict"], ["--help"], ["solve", "--seed", "7"]])
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path, arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run([*COMMAND, *arguments], cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, b"")


def test_an_output_that_was_closed_from_the_start_is_no_error(tmp_path: Path) -> None:
    ran = subprocess.run(
        ["sh", "-c", '"$0" -m tabi.cli deal --seed 7 >&-', sys.executable],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (141, b"")
    ran = subprocess.run(
        ["sh", "-c", '"$0" -m tabi.cli deal 2>&-', sys.executable], cwd=tmp_path, capture_output=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (2, b"")


def test_without_the_extras_one_sentence_says_how_to_get_them(tmp_path: Path) -> None:
    for module, package in (("typer", "typer"), ("rich", "rich"), ("yaml", "PyYAML")):
        code = f"import sys; sys.modules[{module!r}] = None\nfrom tabi.cli import main\nsys.exit(main(['--version']))"
        ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
        assert package in ran.stderr and 'pip install "tabi[cli]"' in ran.stderr


def test_the_command_starts_without_what_few_commands_need(tmp_path: Path) -> None:
    code = "import sys\nfrom tabi.cli import main\nmain(['--version'])\nprint(*sorted(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = ran.stdout.split()
    assert "tabi.cli.app" in loaded
    assert not {"numpy", "numba", "z3", "pysat", "pytest", "tabi.solvers.encoding", "tabi.proofs"} & set(loaded)


def test_what_cannot_be_written_out_is_still_a_sentence(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = subprocess.run([*COMMAND, "rulings"], cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
