/** `fills`: the agent's side of every trade as it happens; nothing of before. */
import type { TradeEvent } from "../../core/events.ts";
import { ownFillRecord } from "../../wire/mapping.ts";
import { batch } from "./batch.ts";
import type { OpenChannel } from "./channel.ts";

/** Shape: D-034 with order, market and side, oldest first; nothing of the other agent. */
export const fillsChannel: OpenChannel = (_, agentId) =>
  batch<TradeEvent>({
    of: (event) => (event.type === "trade" ? event : null),
    record: (trades) => ({ fills: trades.map((trade) => ownFillRecord(trade, agentId)) }),
  });
