#!/usr/bin/env bash
# Measures riffle-serve on loopback with wrk, from Debian: real keystrokes with one client and with 64, beside the same
# number of bytes out of memory (the page), which is what the server itself can do.
#
#   Benchmarks/service/load.sh URL LIST KEYSTROKES [SECONDS]
#
# KEYSTROKES has a query a line. Start the server with --limits-requests-per-second 0 if it needs keys.
set -euo pipefail
if (($# < 3)); then
  sed -n '2,7p' "$0" | cut -c3-
  exit 2
fi
url=${1%/} list=$2 keystrokes=$3 seconds=${4:-10}
script=$(mktemp --suffix .lua)
trap 'rm -f "$script"' EXIT
cat >"$script" <<'LUA'
local paths = {}
local function escaped(text)
  return (text:gsub("[^%w]", function(c) return string.format("%%%02X", c:byte()) end))
end
function init(args)
  for line in io.lines(args[1]) do
    paths[#paths + 1] = args[2] .. "/search?limit=10&q=" .. escaped(line)
  end
  math.randomseed(7)
end
local next_path = 0
function request()
  next_path = next_path % #paths + 1
  return wrk.format("GET", paths[next_path])
end
function done(summary, latency)
  io.write(string.format("  %.0f requests/s, p50 %.0f us, p99 %.0f us, max %.0f us, failed %d\n",
    summary.requests / summary.duration * 1e6, latency:percentile(50), latency:percentile(99), latency.max,
    summary.errors.status + summary.errors.timeout + summary.errors.read + summary.errors.connect))
end
LUA
for clients in 1 64; do
  threads=$((clients > 1 ? 2 : 1))
  echo "keystrokes, $clients clients"
  wrk -c "$clients" -t "$threads" -d "${seconds}s" --latency -s "$script" "$url" -- "$keystrokes" "/v1/lists/$list" |
    grep -E '^  [0-9]+ requests/s'
  echo "from memory, $clients clients"
  wrk -c "$clients" -t "$threads" -d "${seconds}s" --latency "$url/health/live" | grep -E 'Requests/sec|50%|99%'
done
