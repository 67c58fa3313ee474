"""The files that runs make: kept with their run, shown, erased with it."""
