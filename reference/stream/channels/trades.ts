/** `trades:{market}`: trades as they happen; those of before are at GET /markets/{id}/trades. */
import type { TradeEvent } from "../../core/events.ts";
import { tradeRecord } from "../../wire/mapping.ts";
import { batch } from "./batch.ts";
import type { OpenChannel } from "./channel.ts";

/** Shape: D-105, oldest first; the snapshot is empty. */
export const tradesChannel: OpenChannel = () =>
  batch<TradeEvent>({
    of: (event) => (event.type === "trade" ? event : null),
    record: (trades) => ({ trades: trades.map(tradeRecord) }),
  });
