"""Two invented people, their files, and questions by somebody who knew nothing of it."""
