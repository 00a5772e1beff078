/** Reads that wait out a 429: what is asked before a run, while nothing paces it yet. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "./client.ts";

const WAITS_MAX = 3;
const RETRY_AFTER_SECONDS_MAX = 65;

/** The same client, for which a 429 comes only where waiting does not help. */
export function patient(client: Pick<Client, "send">): Pick<Client, "send"> {
  return {
    async send(asked) {
      for (let waits = 0; ; waits += 1) {
        const exchange = await client.send(asked);
        if (exchange.response?.status !== 429 || waits === WAITS_MAX) return exchange;
        await sleep(retryAfterMs(exchange.response.headers));
      }
    },
  };
}

/** The time that a 429 asks for; bounded, as it may be absurd. Units: milliseconds. */
export function retryAfterMs({
  "retry-after": text = "1",
}: Readonly<Record<string, string>>): number {
  const seconds = Number.isFinite(Number(text)) ? Number(text) : 1;
  return Math.min(Math.max(seconds, 1), RETRY_AFTER_SECONDS_MAX) * 1_000;
}
