/** Sends a request as a client in trouble does, on a connection of its own. */

import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { connect as connectSecurely } from "node:tls";
import { trustOptions } from "./trust.ts";

/**
 * What goes wrong: the connection is cut when all is sent, in the midst of the body, half closed
 * after it; the body comes late; the request comes twice.
 */
export const CONNECTION_FAULTS = ["cut", "torn", "half-closed", "late", "twice"] as const;

export type ConnectionFault = (typeof CONNECTION_FAULTS)[number];

/** Text of a request, head and body apart. */
export interface Wire {
  head: string;
  body: string;
}

/** Writes a request down as it goes over the wire. */
export function wireOf(
  { method, path, body }: { method: string; path: string; body?: unknown },
  headers: Record<string, string>,
): Wire {
  const text = body === undefined ? "" : JSON.stringify(body);
  const length = { "content-length": String(Buffer.byteLength(text)) };
  const lines = Object.entries({ ...headers, ...length }).map(
    ([name, one]) => `${name}: ${one}\r\n`,
  );
  return { head: `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, body: text };
}

/** How late a body comes. */
const LATE_MS = 30;
/** Longest an answer is waited for: what it says does not matter, that it came does. */
const ANSWER_MS_MAX = 2_000;

/** What is written, in turn, with a pause between. */
const CHUNKS: Record<ConnectionFault, (wire: Wire) => string[]> = {
  cut: ({ head, body }) => [head + body],
  torn: ({ head, body }) => [head + body.slice(0, body.length / 2)],
  "half-closed": ({ head, body }) => [head + body],
  late: ({ head, body }) => [head, body],
  twice: ({ head, body }) => [head + body + head + body],
};

/** Sends it; resolves when the connection is over. Never throws: a fault is what it is for. */
export async function sever(base: URL, wire: Wire, fault: ConnectionFault): Promise<void> {
  const socket = dial(base);
  socket.on("error", () => {});
  const chunks = CHUNKS[fault](wire);
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0) await delay(LATE_MS);
    await new Promise((resolve) => socket.write(chunk, resolve));
  }
  if (fault === "half-closed") socket.end();
  if (fault !== "cut" && fault !== "torn") await answered(socket, fault === "twice" ? 2 : 1);
  socket.destroy();
}

function dial({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (protocol !== "https:") return connect(Number(port || 80), host);
  return connectSecurely({ host, port: Number(port || 443), servername: host, ...trustOptions() });
}

const HEAD = "HTTP/1.1 ";

/** Waits for that many answers, the end of the connection, or long enough. */
async function answered(socket: Socket, count: number): Promise<void> {
  let heads = 0;
  let end = "";
  const enough = new AbortController();
  socket.on("data", (chunk) => {
    const text = `${end}${chunk}`;
    heads += text.split(HEAD).length - 1;
    // Of an answer without an end no more is kept than a head that comes in two pieces.
    end = text.slice(1 - HEAD.length);
    if (heads >= count) enough.abort();
  });
  socket.on("close", () => enough.abort());
  await delay(ANSWER_MS_MAX, undefined, { signal: enough.signal }).catch(() => {});
}
