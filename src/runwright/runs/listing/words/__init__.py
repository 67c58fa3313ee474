"""Words that runs are found by: `GET /v1/runs?q=`."""
