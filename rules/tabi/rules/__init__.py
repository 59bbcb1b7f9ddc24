"""What the games do: every rule a pure function over frozen values. Knows `tabi.spec` and pydantic, no solver."""
