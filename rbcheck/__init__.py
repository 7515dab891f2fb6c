"""rbcheck: measures whether the questions of a video benchmark are any good."""
