"""What the engine gives to a language model and takes back from it: values in, values out.

The model may plan (`planning`) and word an answer (`wording`). It never acts: its plan is read
into the same steps that the embedded planner makes, and what it claims is checked against the
material (`grounding`). Nothing here talks to anybody.
"""
