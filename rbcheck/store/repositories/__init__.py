"""The repositories of a unit of work, each over its connection."""
