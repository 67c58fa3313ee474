"""From a prompt to a plan, by the embedded mind or by a language model."""
