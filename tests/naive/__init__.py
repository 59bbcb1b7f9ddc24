"""A naive second model of the solitaire game, written from the rule text alone, to be played beside the library."""
