"""`python -m runwright` is the command `runwright`."""

from runwright.cli import main

main()
