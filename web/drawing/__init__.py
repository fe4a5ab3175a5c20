"""Drawing: frames as data that pages draw and as JSON in words, plain pages, and the files that browsers get as they are.

Routes and streams come in. Nothing here decides anything about a game, nor who may see it.
"""
