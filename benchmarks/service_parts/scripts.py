"""What wrk sends: Lua scripts. Questions have 20 names of 5,000, about 300 bytes; every id is new."""

HEAD = """
local count, seed = 0, 0
function setup(thread) thread:set("number", seed); seed = seed + 1 end
function init(args) math.randomseed(os.time() * 1000 + number); run = args[1] or tostring(os.time()) end
local function question(id)
  local words, seen, n = {}, {}, 0
  while n < 20 do
    local w = math.random(5000)
    if not seen[w] then seen[w] = true; n = n + 1; words[n] = '"word' .. w .. '":1' end
  end
  return '{"x":{' .. table.concat(words, ",") .. '},"id":"' .. id .. '"}'
end
local json = {["content-type"] = "application/json"}
local lines = {["content-type"] = "application/x-ndjson"}
local model = "/v1/models/mail/"
"""

ASK = (
    HEAD
    + """
function request()
  count = count + 1
  return wrk.format("POST", model .. "ask", json, question(run .. "-" .. number .. "-" .. count))
end
"""
)

# A label for the question of some turns before: connections take turns, so that one has been answered. So many turns,
# because connections begin one after the other: a fast server answers some of them three or four times before it has
# seen the first question of the last (with 200 requests between them 5 to 18 labels were told of questions that nobody
# had asked: 404). Not for the first: wrk makes one request to look at it, and does not send it.
TURNS = (
    HEAD
    + """
function request()
  count = count + 1
  if count % 2 == 1 then
    return wrk.format("POST", model .. "ask", json, question(run .. "-" .. number .. "-" .. count))
  end
  local old = count - 2 * 400 - 1
  if old < 2 then return wrk.format("POST", model .. "ask", json, question(run .. "-" .. number .. "-" .. count)) end
  local label = (old % 6 == 1) and "spam" or "ham"
  local body = '{"ticket":"' .. run .. "-" .. number .. "-" .. old .. '","label":"' .. label .. '"}'
  return wrk.format("POST", model .. "labels", json, body)
end
"""
)

LINES = (
    HEAD
    + """
function request()
  local parts = {}
  for i = 1, 100 do count = count + 1; parts[i] = question(run .. "-" .. number .. "-" .. count) end
  return wrk.format("POST", model .. "ask", lines, table.concat(parts, "\\n"))
end
"""
)
