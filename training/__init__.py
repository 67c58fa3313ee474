"""What the parser of the embedded mind is trained on: wordings by hand, and how they are read."""
