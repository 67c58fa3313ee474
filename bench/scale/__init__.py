"""How cost grows with rows and with processes: `python -m bench.scale`."""
