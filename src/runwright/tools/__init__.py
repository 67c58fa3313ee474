"""What a run can do: tools with typed arguments and typed results, over typed records."""
