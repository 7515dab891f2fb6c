"""The report of `rbcheck stats --html`: one file that needs nothing else."""
