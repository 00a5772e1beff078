/** `wallet`: the agent's wallet, again when one of its orders, trades or markets changed it. */
import { walletRecord } from "../../wire/mapping.ts";
import type { OpenChannel } from "./channel.ts";
import { whole } from "./whole.ts";

/** Shape: D-120. */
export const walletChannel: OpenChannel = ({ venue }, agentId) =>
  whole(() => walletRecord(venue.wallet(agentId)));
