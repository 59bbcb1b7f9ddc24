"""Proofs of formulas as certificates: written from what a SAT solver leaves, checked by building the formulas anew."""

from tabi.solvers.cnfproof.checkers import Checker, CheckerFailed
from tabi.solvers.cnfproof.checking import check_cnf_proof
from tabi.solvers.cnfproof.writing import Part, certificate_of

__all__ = ["Checker", "CheckerFailed", "Part", "certificate_of", "check_cnf_proof"]
