"""Rule cases in files: finding them, reading them with lines, and saying what went wrong with one.

Needs PyYAML (`tabi[cli]`). It runs no tests and prints nothing: the pytest plugin and the command do.
"""

from tabi.casefiles.errors import CaseFileError, shown
from tabi.casefiles.finding import SUFFIX, find_case_files
from tabi.casefiles.loading import LoadedCase, load_cases
from tabi.casefiles.overlay import overlay_for, read_overlay
from tabi.casefiles.reporting import report

__all__ = [
    "SUFFIX",
    "CaseFileError",
    "LoadedCase",
    "find_case_files",
    "load_cases",
    "overlay_for",
    "read_overlay",
    "report",
    "shown",
]
