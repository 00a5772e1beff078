#!/usr/bin/env bash
# A trader's script: finds a market, lays bids below it, watches them, moves them, and goes home.
set -euo pipefail
ask() { # METHOD PATH [BODY]
  local asked=(-sS --compressed -X "$1" "$BASE/v1$2" -H "Authorization: Bearer $KEY")
  [ -z "${3:-}" ] || asked+=(-H "Content-Type: application/json" --data "$3")
  curl "${asked[@]}"
}
member() { sed -nE "0,/\"$1\"/s/.*\"$1\" ?: ?\"?([^\",}]+).*/\1/p"; }

KEY=$MAKER_KEY
ask GET "/markets?kind=BTC_BINARY&limit=5" >/dev/null
ask GET "/markets/$MARKET" >/dev/null
ask GET /me/wallet >/dev/null
orders=()
for price in 20 21 22 23 24; do
  body="{ \"market_id\": \"$MARKET\", \"side\": \"BUY\", \"type\": \"LIMIT\", \"price\": $price, \"qty\": 2, \"client_order_id\": \"script-$price\" }"
  orders+=("$(ask POST /orders "$body" | member order_id)")
done
ask POST /orders "$body" >/dev/null # once more: was the last one taken?
for order in "${orders[@]}"; do ask GET "/orders/$order" >/dev/null; done
for round in 1 2 3; do
  ask GET "/markets/$MARKET/book?depth=5" >/dev/null
  KEY=$TAKER_KEY ask POST /orders "{\"market_id\":\"$MARKET\",\"side\":\"SELL\",\"type\":\"LIMIT\",\"tif\":\"IOC\",\"price\":24,\"qty\":1}" >/dev/null
  ask GET "/orders/open?market_id=$MARKET" >/dev/null
  ask GET /positions >/dev/null
done
for order in "${orders[@]:0:3}"; do ask DELETE "/orders/$order" >/dev/null; done
ask DELETE "/orders/${orders[0]}" >/dev/null # too late
ask POST /orders/replace-ladder "{\"market_id\":\"$MARKET\",\"side\":\"SELL\",\"orders\":[{\"side\":\"SELL\",\"type\":\"LIMIT\",\"price\":70,\"qty\":1},{\"side\":\"SELL\",\"type\":\"LIMIT\",\"price\":71,\"qty\":1}]}" >/dev/null
ask POST /orders '{"market_id":' >/dev/null # a slip of the quoting
printf '{"market_id":"%s","side":"BUY","type":"MARKET","qty":1}' "$MARKET" | gzip |
  curl -sS "$BASE/v1/orders" -H "Authorization: Bearer $TAKER_KEY" -H "Content-Type: application/json" \
    -H "Content-Encoding: gzip" --data-binary @- >/dev/null
ask GET "/orders?limit=20" >/dev/null
ask DELETE "/orders?market_id=$MARKET" >/dev/null
ask GET /me/wallet >/dev/null
