"""Drawing: snapshots as data for pages and as JSON in words, plain pages, and the files that browsers get unchanged.

Routes and streams import it. Nothing here decides anything about a game, nor who may see it.
"""
