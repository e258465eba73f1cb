#!/bin/sh
# A whole deal over HTTP, step by step, with nothing but curl: ada buys, smith sells.
#
#   sh http-deal.sh http://127.0.0.1:8080
#
# The server is http-server.ts beside this file. It knows three callers by their tokens: ada, smith and eve.
set -eu

server=${1:-http://127.0.0.1:8080}
ada='Authorization: Bearer a1'
smith='Authorization: Bearer s1'
eve='Authorization: Bearer e1'
json='Content-Type: application/json'

answers=$(mktemp -d)
trap 'rm -rf "$answers"' EXIT

# What the last answer says: its status, a header, or the first member of that name in its JSON.
status() { sed -n '1s/^HTTP[^ ]* \([0-9]*\).*/\1/p' "$answers/head"; }
header() { grep -i "^$1:" "$answers/head" | cut -d ' ' -f 2- | tr -d '\r'; }
member() { grep -oE "\"$1\":(\"[^\"]*\"|[0-9]+|\[[^]]*\])" "$answers/body" | head -n 1 | cut -d : -f 2- | tr -d '"'; }
request() { curl --silent --show-error --dump-header "$answers/head" --output "$answers/body" "$@"; }

echo '1. Ada opens a negotiation with a proposal. Location is where it is from now on.'
open() {
  request "$server/negotiations" -H "$ada" -H "$json" -H 'Idempotency-Key: order-4711' --data '{
    "roomId": "market-7", "responder": "smith",
    "proposal": { "price": 40, "deliverBy": "2026-12-01" }
  }'
}
open
deal=$server$(header location)
echo "   $(status), version $(header etag), $(member status)"

echo '2. Was the answer lost? The same key again opens nothing new.'
open
test "$deal" = "$server$(header location)"
echo "   $(status), replayed: $(header idempotency-replayed)"

echo '3. Smith looks what waits for him, and listens to it from here on, until it is over.'
request "$server/negotiations?status=waiting" -H "$smith"
echo "   $(status), $(member counterpartyId) did $(member latestAction)"
: >"$answers/events"
curl --silent --no-buffer "$deal/events" -H "$smith" >>"$answers/events" &
listener=$!
until grep -q '^event: snapshot' "$answers/events"; do sleep 0.1; done

echo '4. He counters. If-Match says which version he decided on.'
request "$deal/moves" -H "$smith" -H "$json" -H 'If-Match: "0"' --data '{
  "action": "counter", "message": "Not before Christmas.",
  "terms": { "price": 45, "deliverBy": "2027-01-15" }
}'
echo "   $(status), version $(header etag), $(member status)"

echo '5. He cannot move twice in a row. A refusal changes nothing, and says why.'
request "$deal/moves" -H "$smith" -H "$json" --data '{ "action": "withdraw" }'
echo "   $(status) $(member code)"

echo '6. Ada decides on old news: refused, since the terms are others now.'
request "$deal/moves" -H "$ada" -H "$json" -H 'If-Match: "0"' --data '{ "action": "accept" }'
echo "   $(status) $(member code), the version is $(member version)"

echo '7. Her next proposal is none: the answer points at what is wrong.'
request "$deal/moves" -H "$ada" -H "$json" --data '{
  "action": "counter", "terms": { "price": -1, "deliverBy": "2027-01-15" }
}'
echo "   $(status) $(member code) at $(member pointer)"

echo '8. So she reads how it stands, and what she may do.'
request "$deal" -H "$ada"
echo "   $(status), version $(header etag), she may do $(member actions)"

echo '9. She accepts.'
request "$deal/moves" -H "$ada" -H "$json" -H "If-Match: $(header etag)" --data '{ "action": "accept" }'
echo "   $(status), version $(header etag), $(member status)"

echo '10. For eve there is no such negotiation.'
request "$deal" -H "$eve"
echo "   $(status) $(member code)"

echo '11. Smith takes the turns after the first.'
request "$deal/turns?after=1" -H "$smith"
echo "   $(status), $(grep -o '"number":' "$answers/body" | wc -l | tr -d ' ') turns"

echo '12. His stream has ended by itself. This is what it told him:'
wait "$listener"
sed -n 's/^event: /   /p' "$answers/events"

echo '13. All of this, as OpenAPI 3.1, for generators of clients in other languages:'
request "$server/openapi.json"
echo "   $(status), openapi $(member openapi)"
