"""The room for speech: languages and their files, plurals, names that people type, screens as words and numbers.

It turns a `Text`, or a screen made of them, into words. Front ends and commands use it. Nothing here knows a table, a phone
or a disk.
"""
