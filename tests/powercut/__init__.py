"""What is left on a disk when the power is cut: a real game's writes, cut after every call, and each state opened."""
