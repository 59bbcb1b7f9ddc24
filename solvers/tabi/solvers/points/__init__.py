"""The most points of a win: searching for them, and exhausting what is left near the end of a game."""
