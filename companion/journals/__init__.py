"""Where tables are kept. Nothing outside this folder knows SQL."""
