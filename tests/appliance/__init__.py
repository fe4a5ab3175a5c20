"""`make appliance`: rehearses the whole box on its own Debian in a virtual machine, from installer to power cut."""
