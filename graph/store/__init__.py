"""One module a noun: what is stored, and how it is read back."""
