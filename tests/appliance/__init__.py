"""`make appliance`: the box as a whole, on a Debian of its own in a virtual machine, from installer to power cut."""
