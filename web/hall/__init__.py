"""The board of a hall, in browsers: every table, the evening's results, and a table's public screen. Started by name, by
`companion hall` alone; it has no house, and leans on the other rooms of `web`, none of which knows it."""
