"""The hall: many boxes in one room that copy to one store, and may take each other's place (docs/hall.md).

`companion.box` starts it by name, and only for a box whose settings have a [hall]; `web` draws its board. Below it nobody
knows that there are other boxes.
"""
