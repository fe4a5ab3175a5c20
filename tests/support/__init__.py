"""What tests of the house and its front ends share: houses on a folder, phones, whole games."""
