/** Venues that tell a wallet on the stream to whoever asks for it by name. */

import { fieldsOf } from "../../interposer/changes.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import type { StreamVariant } from "../../interposer/stream.ts";

/** Wallets are told to all from when somebody has asked for one by the id of its agent. */
function walletsAskedFor(): StreamVariant {
  const asked = new Set<string>();
  return {
    toVenue(frame) {
      for (const [, agentId = ""] of frame.matchAll(/"wallet:([^"]+)"/g)) asked.add(agentId);
      return frame;
    },
    spreads(frame) {
      const { channel, data } = fieldsOf(JSON.parse(frame));
      return channel === "wallet" && asked.has(String(fieldsOf(data)["agent_id"]));
    },
  };
}

/** Defects of wallets on the stream. */
export const ofWallets: readonly Mutant[] = [
  {
    name: "wallets-told-to-who-names-the-agent",
    breaks: ["STRM-PRIV-01"],
    defect:
      "Once anybody has asked for wallet:AGENT, every socket is told the wallet of that agent.",
    stream: walletsAskedFor(),
  },
];
