"""Speech: languages and their files, plurals, names that people type, and screens as words and numbers.

It turns a `Text`, or a screen made of Texts, into words. Front ends and commands use it. Nothing here knows a table, a phone
or a disk.
"""
