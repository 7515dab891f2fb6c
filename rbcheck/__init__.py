"""rbcheck: measures whether the questions of a video benchmark are any good."""

__version__ = "0.1.0"
