/** Moves a venue away: what it answers comes later, in the same order. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as after } from "node:timers/promises";

/** From 50 to 150, by turns. Units: ms. */
const LATER_MS = [50, 120, 70, 150, 90];

/** An address from which the venue is so far away. */
export interface FarVenue {
  url: string;
  close(): Promise<void>;
}

/** Opens it on a free port of loopback. */
export async function farFrom(venueUrl: string): Promise<FarVenue> {
  const { hostname, port } = new URL(venueUrl);
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((near) => {
    const venue = connect(Number(port), hostname);
    let before = Promise.resolve();
    venue.on("data", (chunk) => {
      const due = after(LATER_MS[turn++ % LATER_MS.length]);
      before = before.then(async () => {
        await due;
        near.write(chunk);
      });
    });
    near.pipe(venue);
    for (const [one, other] of [
      [near, venue],
      [venue, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {}); // what breaks off on one side, breaks off on the other
      one.once("close", () => {
        sockets.delete(one);
        void before.then(() => other.destroy());
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
