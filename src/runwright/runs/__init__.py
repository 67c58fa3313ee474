"""Runs: a prompt in; a plan, bounded steps, a result and a trace that never changes out."""
