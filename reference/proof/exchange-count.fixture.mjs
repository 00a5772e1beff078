// Counts what undici exchanges, and says it in a file at the end: EXCHANGES_FILE=FILE node --import …
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** Shape: bytes of bodies alone. */
const counted = { exchanges: 0, sentBytes: 0, receivedBytes: 0 };
const HANDLERS = {
  create: ({ request }) => {
    counted.exchanges += 1;
    if (typeof request.body === "string") counted.sentBytes += Buffer.byteLength(request.body);
    else counted.sentBytes += request.body?.byteLength ?? 0;
  },
  bodyChunkReceived: ({ chunk }) => {
    counted.receivedBytes += chunk.byteLength;
  },
};
if (isMainThread) {
  for (const name in HANDLERS) subscribe(`undici:request:${name}`, HANDLERS[name]);
  process.on("exit", () => writeFileSync(process.env.EXCHANGES_FILE, JSON.stringify(counted)));
}
