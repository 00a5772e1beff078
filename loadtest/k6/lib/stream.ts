/** Tickets and sockets: neither a ticket nor an address with one is ever in a tag or a log. */
import { WebSocket } from "k6/websockets";
import type { LoadAgent } from "./agents.ts";
import { call } from "./call.ts";
import type { IterationTime } from "./moment.ts";
import { settings } from "./settings.ts";

/** Mints a ticket before there is a socket that it could hold up; null where none was given. */
export function mint(at: IterationTime, agent: LoadAgent | null): string | null {
  const asked = { path: "/auth/ws-ticket", agent, body: {}, form: "ticket" } as const;
  const { outcome, body } = call(at, { endpoint: "ticket", ...asked });
  return outcome === "accepted" ? String(body["ticket"]) : null;
}

/** A socket opened with a ticket. */
export function connect(ticket: string): WebSocket {
  const url = `${settings.target.streamUrl}/stream?ticket=${encodeURIComponent(ticket)}`;
  return new WebSocket(url, null, { tags: { name: "stream", url: "stream" } });
}

/** Whether a ticket opens a socket; the socket is closed at once. */
export function opens(ticket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(ticket);
    socket.onopen = () => {
      socket.close();
      resolve(true);
    };
    socket.onerror = () => resolve(false);
  });
}
