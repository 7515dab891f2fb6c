"""Pages of Markdown laid out as lines of text: no widget for a paragraph or a table's cell, and nothing cut off."""
