"""The pure part: what is known, asked, answered and shown. No file, clock, dice or words live here."""
