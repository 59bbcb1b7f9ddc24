"""What the games are: vocabulary, clauses, rulings, deals and the case schema. Types and data, no game logic."""
