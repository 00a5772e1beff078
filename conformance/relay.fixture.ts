/** A relay in front of a venue that can be cut and joined again, as a service that is restarted. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { TestContext } from "node:test";

/** A running relay. */
export interface Relay {
  url: string;
  /** Nothing listens there from now on, and what is under way ends. */
  cut(): void;
  /** It listens again, at the same address. */
  join(): Promise<void>;
}

/** Relays to the address behind, for the time of one test. */
export async function relayTo(t: TestContext, behindUrl: string): Promise<Relay> {
  const behind = Number(new URL(behindUrl).port);
  const sockets = new Set<Socket>();
  const relay = (socket: Socket) => {
    const onward = connect(behind, "127.0.0.1");
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        socket.destroy();
        onward.destroy();
      });
    }
    socket.pipe(onward).pipe(socket);
  };
  let server: Server;
  const listen = async (port: number) => {
    server = createServer(relay).listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  t.after(cut);
  return { url: `http://127.0.0.1:${port}`, cut, join: async () => void (await listen(port)) };
}
