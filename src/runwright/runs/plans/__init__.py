"""From a prompt to a plan, by the embedded engine or by a language model."""
