"""What the context graph is measured by: public data in, a table and a JSON file out."""
