"""Parts that a game names when it needs them: blocks of a board, printed sheets, an owner's cards."""
