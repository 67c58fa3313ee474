"""The catalog of models: aliases that move, snapshots that never change."""
