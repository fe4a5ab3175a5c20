"""Makes all files of a release from one commit, and signs their sums. `make release` runs it, and nothing imports it
(docs/release.md)."""
