"""The turn step by step: games with items, and readings that are more than a table.

Here a table (`parts.Table`) is followed from version to version, one for each thing that may happen in a turn, in the
order in which they happen. Turns without items under readings that are tables are built by `encoding.turn`.
"""
