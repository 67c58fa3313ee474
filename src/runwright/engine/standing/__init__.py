"""What an agent's instructions ask of each of its runs: read once, then applied to every step.

`reading` turns sentences into a `Standing`; `applying` narrows sources, withholds items, declines
parts and shapes the summary by it. The instructions come from whoever made the agent. What a run
reads is material: no item's text is ever read as a rule.
"""
