"""The package for the hall: many boxes in one room that copy to one store, and may replace each other (docs/hall.md).

`companion.box` and the commands start it by name, and only for a box whose settings have a [hall]. `web/hall` draws its
board. Packages below do not import it. The house only knows that another box may take its table over, or hand it a table
(`companion/house/tables.py`).
"""
