"""Theorems about the encoding: what a "no" by a formula rests on beside the rules and the solver."""
