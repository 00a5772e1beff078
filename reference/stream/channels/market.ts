/** `market:{market}`: the market's record, again whenever status, mark or touch change. D-103. */
import { marketRecord } from "../../wire/mapping.ts";
import type { OpenChannel } from "./channel.ts";
import { whole } from "./whole.ts";

export const marketChannel: OpenChannel = ({ venue }, marketId) =>
  whole(() => marketRecord(venue.market(marketId)!));
