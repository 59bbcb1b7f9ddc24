# What tabi calls of python-sat, which comes without types.
class CNF:
    clauses: list[list[int]]
    def __init__(self, *, from_string: str) -> None: ...
