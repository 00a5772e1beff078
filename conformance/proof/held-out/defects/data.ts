/** Market data, leaderboard, feed, the stream, and what every answer carries. */
import type { HeldOutDefect } from "../defect.ts";
import { CANDLES, PRIVATE } from "../sentences.ts";

const data = { area: "market data", basis: "stated" } as const;
const candles = { area: "candles", basis: "claim", against: CANDLES } as const;
const stream = { area: "stream", basis: "stated", against: PRIVATE } as const;
const OFFSET = "Endpoints: offset (int, 0) leaves out so many, limit (int, 50) come";

export const DATA_DEFECTS: readonly HeldOutDefect[] = [
  {
    ...data,
    id: "expired-filter-shows-resolved",
    wrong: "asked for expired markets, the list has those that are resolved too",
    against: "Endpoints, GET /markets: status (string), one of the market status values",
    confined: "status=EXPIRED",
    file: "http/routes/markets.ts",
    find: "status === undefined || market.status === status)",
    replace:
      'status === undefined || market.status === status || (status === "EXPIRED" && market.status === "RESOLVED"))',
  },
  {
    ...data,
    id: "market-pages-end-at-the-limit",
    wrong: "a page of markets that begins later is shorter by as many",
    against: OFFSET,
    confined: "offset=above 0",
    file: "http/routes/markets.ts",
    find: ".slice(offset, offset + limit)",
    replace: ".slice(offset, limit)",
  },
  {
    ...data,
    area: "leaderboard",
    id: "leaderboard-offset-in-pages",
    wrong: "the leaderboard's offset leaves out pages, not entries",
    against: OFFSET,
    confined: "offset=above 0",
    file: "http/routes/leaderboard.ts",
    find: "all.slice(offset, offset + limit)",
    replace: "all.slice(offset * limit, (offset + 1) * limit)",
  },
  {
    ...data,
    id: "markets-of-no-event-belong-to-all",
    wrong: "the history of an event, known or not, has every market that is part of none",
    against: "Endpoints, GET /markets/event-history: event_id; something unknown has no record",
    file: "http/routes/events.ts",
    find: 'event_id === "" || background.eventId === event_id;',
    replace: 'event_id === "" || (background.eventId ?? event_id) === event_id;',
  },
  {
    ...data,
    id: "series-history-cut-at-the-other-limit",
    wrong: "a series' history ends at upcoming_limit",
    against: "Endpoints, GET /series/{series_id}/context: history_limit (int, 8)",
    confined: "parameter=history_limit",
    file: "http/routes/series.ts",
    find: "history.slice(0, query.history_limit)",
    replace: "history.slice(0, query.upcoming_limit)",
  },
  {
    ...data,
    area: "feed",
    id: "spot-history-of-ten-minutes",
    wrong: "the spot price's history never reaches back further than ten minutes",
    against: "Endpoints, GET /feed/btc-spot/history: seconds (int, 900)",
    confined: "seconds=above 600",
    file: "http/spot-history.ts",
    find: "nowMs - seconds * 1_000",
    replace: "nowMs - Math.min(seconds, 600) * 1_000",
  },
  {
    ...candles,
    id: "candles-have-no-highs",
    wrong: "a candle's high is the price of its first trade",
    confined: "moment=after a second trade",
    file: "data/candles.ts",
    find: "  if (price > last.high) last.high = price;\n",
    replace: "",
  },
  {
    ...candles,
    id: "candle-volume-counts-trades",
    wrong: "a candle's volume grows by one with each further trade, whatever its contracts",
    confined: "moment=after a second trade",
    file: "data/candles.ts",
    find: "last.volume += qty;",
    replace: "last.volume += trades;",
  },
  {
    ...candles,
    id: "sells-make-no-candles",
    wrong: "trades whose taker sells are in no candle",
    confined: "side=SELL",
    file: "store/history/projection.ts",
    find: "    market.trade(event);",
    replace: '    if (event.takerSide === "BUY") market.trade(event);',
  },
  {
    ...stream,
    id: "one-positions-channel-for-all",
    wrong: "who connects while another agent is connected is told that agent's positions",
    confined: "channel=positions",
    file: "stream/broadcasts.ts",
    find: "const keyOf = ({ name, subject }",
    replace: `const keyOf = (address: Address): string =>
  given(address.name === "positions" ? { ...address, subject: "" } : address);
const given = ({ name, subject }`,
  },
  {
    ...stream,
    id: "cancels-are-told-to-everybody",
    wrong: "an order that is cancelled is told to every agent that is connected",
    confined: "state=CANCELLED",
    file: "stream/broadcasts.ts",
    find: "    const subjects =\n",
    replace: `    if (event.type === "order-closed" && event.order.status === "CANCELLED") {
      const { marketId } = event.order;
      return [...this.#open.values()].filter(
        ({ address }) => address.isPrivate || address.subject === marketId,
      );
    }
    const subjects =\n`,
  },
  {
    ...stream,
    id: "the-first-to-leave-closes-the-channel",
    wrong: "when one of an agent's sockets closes, the others are told nothing more",
    confined: "moment=after another socket closed",
    file: "stream/broadcasts.ts",
    find: "if (broadcast !== undefined && !broadcast.isFollowed) this.#close(broadcast);",
    replace: "if (broadcast !== undefined) this.#close(broadcast);",
  },
  {
    ...data,
    area: "errors",
    id: "a-request-id-for-each-connection",
    wrong: "all requests of one connection have one request id",
    against: "Error envelope, request_id: request correlation id",
    confined: "connection=kept alive",
    file: "http/middleware/answer.ts",
    find: "const requestId = parts.entropy.requestId();",
    replace: `const known = ctx.req.socket as object as { requestId?: string };
    known.requestId ??= parts.entropy.requestId();
    const { requestId } = known;`,
  },
  {
    ...data,
    id: "markets-are-counted-before-their-kind",
    wrong: "a page of markets of one kind is short by those of other kinds",
    against: OFFSET,
    confined: "parameter=kind with limit or offset",
    file: "http/routes/markets.ts",
    find: `      .filter((market) => kind === undefined || market.kind === kind);
    const markets = inOrder(matching)
      .slice(offset, offset + limit)
      .map(recordIn(parts));`,
    replace: `;
    const page = inOrder(matching).slice(offset, offset + limit);
    const ofKind = page.filter((market) => kind === undefined || market.kind === kind);
    const markets = ofKind.map(recordIn(parts));`,
  },
  {
    ...data,
    area: "leaderboard",
    id: "a-place-by-the-start-of-an-id",
    wrong: "the start of an account's public id finds its place on the leaderboard",
    against: "Endpoints, GET /leaderboard/account/{public_id}; something unknown has no record",
    confined: "public_id=cut short",
    file: "http/routes/leaderboard.ts",
    find: "({ publicId }) => publicId === params.public_id,",
    replace: "({ publicId }) => publicId.startsWith(params.public_id),",
  },
  {
    ...data,
    area: "feed",
    id: "spot-candles-of-a-minute",
    wrong: "the spot price's candles are of one minute where nobody says how long",
    against: "Endpoints, GET /feed/btc-spot/candles: period_seconds (int, 300)",
    confined: "period_seconds=absent",
    file: "http/routes/feed.ts",
    find: "period_seconds: periodOf(300)",
    replace: "period_seconds: periodOf(60)",
  },
  {
    ...candles,
    id: "a-new-mark-starts-the-candle-over",
    wrong: "when a market's mark moves, its candles forget the trades that they had",
    confined: "moment=after the mark moved",
    file: "store/history/projection.ts",
    find: 'if (status === "RESOLVED" || status === "VOID") this.#markets.delete(marketId);',
    replace: "this.#markets.delete(marketId);",
  },
  {
    ...stream,
    id: "makers-are-told-the-takers-order",
    wrong: "who rested is told of a fill by the order id of the agent that took it",
    confined: "channel=fills, side=maker",
    file: "wire/mapping.ts",
    find: "order_id: isTaker ? trade.takerOrderId : trade.makerOrderId,",
    replace: "order_id: trade.takerOrderId,",
  },
  {
    ...data,
    area: "errors",
    id: "one-request-id-for-refused-handshakes",
    wrong: "all handshakes that the stream refuses have one request id",
    against: "Error envelope, request_id: request correlation id",
    confined: "route=/stream",
    file: "wire/raw-answer.ts",
    find: "const requestId = entropy.requestId();",
    replace: 'const requestId = "00000000-0000-0000-0000-000000000000";',
  },
];
