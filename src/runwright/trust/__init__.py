"""The trust kernel: who may do what, and the record of it. No HTTP lives here."""
