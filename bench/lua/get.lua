-- GET of stored runs, at random over a file of their ids.
wrk.headers["Authorization"] = "Bearer " .. os.getenv("BENCH_KEY")

local paths = {}

function init(args)
  for id in io.lines(os.getenv("BENCH_IDS")) do
    paths[#paths + 1] = "/v1/runs/" .. id
  end
end

function request()
  return wrk.format("GET", paths[math.random(#paths)])
end

dofile(os.getenv("BENCH_LUA") .. "/report.lua")
