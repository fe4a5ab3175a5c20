"""One folder, one game. CONTRIBUTING.md says how to add another; nothing outside its folder changes."""
