"""What people say of runs: kept with the run, counted in its account, erased with it."""
