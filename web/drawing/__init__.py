"""Drawing: from frames to HTML, SVG and JSON, and the files that browsers get as they are.

Routes and streams come in. Nothing here decides anything about a game, nor who may see it.
"""
