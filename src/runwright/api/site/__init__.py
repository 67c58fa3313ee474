"""The documentation site outside its pages: the frame around them, its style, script and mark.

Nothing is inline and nothing comes from elsewhere: the policy allows this server's files alone.
"""
