-- POST of one y0-fast run with one context source, over and over.
wrk.method = "POST"
wrk.body = os.getenv("BENCH_BODY")
wrk.headers["Authorization"] = "Bearer " .. os.getenv("BENCH_KEY")
wrk.headers["Content-Type"] = "application/json"

dofile(os.getenv("BENCH_LUA") .. "/report.lua")
