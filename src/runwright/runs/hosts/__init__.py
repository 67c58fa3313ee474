"""Where a run is executed: in a request, by a worker, or once more for a replay."""
