"""Agents, and networks of agents: who acts, with which instructions, and together with whom."""
