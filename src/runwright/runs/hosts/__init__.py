"""Where a run is executed: in a request, by a worker, or once more for a replay; how a worker takes
it over, and how its language model is asked."""
