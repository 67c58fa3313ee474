"""What a run leaves: steps and typed answer, evidence, artifacts, and text while it is written."""
