"""Speech: how anything is said. Languages and their files, plurals, names that people type, screens as words and numbers.

In: a `Text` of the core, or a screen made of them; out: words. Whoever shows something to people may come in; nobody here
knows a table, a phone or a disk.
"""
