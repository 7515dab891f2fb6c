"""This device: what it remembers outside of any store, its clock, and which sessions run on it."""
