"""Positions and lines as text for the terminal: plain strings in and out, no terminal library."""

from tabi.render.board import render_position
from tabi.render.lines import render_line
from tabi.render.words import step_in_words

__all__ = ["render_line", "render_position", "step_in_words"]
