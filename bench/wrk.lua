-- Sends the list of requests that INNOE_SHOTS names, in turn; {n} and {day} in a body differ with every request.
local list = dofile(os.getenv("INNOE_SHOTS"))
local headers = { ["authorization"] = "Bearer " .. list.token, ["accept-encoding"] = "gzip, deflate, br" }
local prepared, varied, n = {}, {}, 0

function init()
  for at, shot in ipairs(list.shots) do
    local method, path, body = shot[1], shot[2], shot[3]
    headers["content-type"] = body and "application/json" or nil
    if body and (body:find("{n}", 1, true) or body:find("{day}", 1, true)) then
      varied[at] = true
    else
      prepared[at] = wrk.format(method, path, headers, body)
    end
  end
end

function request()
  n = n + 1
  local at = (n - 1) % #list.shots + 1
  if not varied[at] then return prepared[at] end
  local method, path, body = unpack(list.shots[at])
  headers["content-type"] = "application/json"
  body = body:gsub("{n}", list.run .. "-" .. n):gsub("{day}", list.days[(list.first + n) % #list.days + 1])
  return wrk.format(method, path, headers, body)
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local ms = function(share) return latency:percentile(share) / 1000 end
  print(string.format('figures {"requests":%d,"micros":%d,"failed":%d,"p50":%.3f,"p95":%.3f,"p99":%.3f}',
    summary.requests, summary.duration, failed, ms(50), ms(95), ms(99)))
end
