"""`/v1/tools`: what a run can do."""
