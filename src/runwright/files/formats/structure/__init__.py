"""What a text is made of: headings, tables, turns of a conversation, and the prose between."""
