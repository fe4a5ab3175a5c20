"""The hall: many boxes in one room that copy to one store, and may take each other's place (docs/hall.md).

`companion.box` starts it by name, and only for a box whose settings have a [hall]; so do the commands, and `web/hall` draws
its board. Nobody below comes in: of other boxes the house knows no more than that one takes over its table, or gives it
one (`companion/house/tables.py`).
"""
