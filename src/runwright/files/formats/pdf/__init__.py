"""PDF: words and lines off the page, reading order, tables."""
