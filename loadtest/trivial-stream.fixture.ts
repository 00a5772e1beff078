/** A stream that sends the same frame to everybody at a steady rate: for measuring who receives it. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

/** A running one. */
export interface TrivialStream {
  url: string;
  /** Frames sent so far. */
  served(): number;
  close(): Promise<void>;
}

const EVERY_MS = 10;
const FRAMES_AT_ONCE = 10;
const LEVELS = [49, 48, 47].map((price) => ({ price, qty: 1 }));
const FRAME = JSON.stringify({ channel: "book", type: "update", seq: 1, data: { bids: LEVELS } });

/** Starts one on a free port of loopback. */
export async function startTrivialStream(): Promise<TrivialStream> {
  let served = 0;
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const timer = setInterval(() => {
    for (const socket of server.clients) {
      for (let frame = 0; frame < FRAMES_AT_ONCE; frame += 1) socket.send(FRAME);
      served += FRAMES_AT_ONCE;
    }
  }, EVERY_MS);
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served: () => served,
    async close() {
      clearInterval(timer);
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, "close");
    },
  };
}
