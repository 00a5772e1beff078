#!/usr/bin/env bash
# Does the exchanges with curl, but for the stream, which it does not speak.
set -euo pipefail
declare -A kept=([market]=$MARKET)
while IFS= read -r line; do
  case $line in "#"*) continue ;; esac
  kept[now]=$(date +%s%3N)
  kept[past]=$((kept[now] - 30000))
  for name in "${!kept[@]}"; do line=${line//\$$name/${kept[$name]}}; done
  # Tabs alone would be taken together.
  IFS='|' read -r who method path body keep <<<"${line//$'\t'/|}"
  case $method in OPEN | HEAR | CLOSE) continue ;; esac
  asked=(-sS -X "$method" "$BASE$path")
  key=${who^^}_KEY
  [ -z "${!key:-}" ] || asked+=(-H "Authorization: Bearer ${!key}")
  [ -z "$body" ] || asked+=(-H "Content-Type: application/json" --data-raw "$body")
  answer=$(curl "${asked[@]}")
  [ -z "${keep:-}" ] || kept[${keep%%=*}]=$(sed -nE "s/.*\"${keep#*=}\" ?: ?\"([^\"]+)\".*/\1/p" <<<"$answer")
done <"$EXCHANGES"
