/** The stream: a ticket opens it, the agent's own orders come unasked, books on demand. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { VenueParts } from "../parts.ts";
import type { Agent } from "../trading/account.ts";
import type { Order } from "../trading/order.ts";
import type { StreamWords } from "../wire/wire.ts";
import { BookTopics } from "./book-topics.ts";

const PATH = /^(\/api)?(\/v1)?\/stream$/;
const PAYLOAD_BYTES_MAX = 16 * 1024;

/** One open connection: `frames` numbers what its own topic told. */
interface Listener {
  socket: WebSocket;
  agent: Agent;
  topics: Set<string>;
  frames: number;
}

/** Everybody who listens. */
export class Stream {
  readonly #listeners = new Set<Listener>();
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: PAYLOAD_BYTES_MAX });
  readonly #parts: VenueParts;
  readonly #books: BookTopics;

  constructor(parts: VenueParts) {
    this.#parts = parts;
    parts.venue.onOrder = (order) => this.tell(order);
    this.#books = new BookTopics(parts, (frame) => {
      for (const one of this.#listeners) {
        if (one.topics.has(frame.topic)) say(one, this.#words?.frame(frame));
      }
    });
  }

  /** Lets a server's upgrades in. */
  attach(server: Server): void {
    server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Tells an order's new state to its agent, and to whoever follows the book. */
  tell(order: Order): void {
    this.#books.touched(order.market);
    const content = this.#parts.wire.order(order, order);
    for (const one of this.#listeners) {
      if (one.agent !== order.agent) continue;
      one.frames += 1;
      const frame = { topic: "orders", number: one.frames, whole: false, content };
      say(one, this.#words === null ? { order: content } : this.#words.frame(frame));
    }
  }

  /** Hangs up on everybody. */
  close(): void {
    for (const { socket } of this.#listeners) socket.terminate();
    this.#sockets.close();
  }

  get #words(): StreamWords | null {
    return this.#parts.wire.stream;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://venue");
    const { tickets, clock } = this.#parts;
    const fits = PATH.test(pathname);
    const agent = fits ? tickets.use(searchParams.get("ticket") ?? "", clock.now()) : undefined;
    if (agent === undefined) {
      const status = fits ? "401 Unauthorized" : "404 Not Found";
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#welcome(opened, agent));
  }

  #welcome(socket: WebSocket, agent: Agent): void {
    const listener: Listener = { socket, agent, topics: new Set(), frames: 0 };
    this.#listeners.add(listener);
    socket.on("close", () => this.#listeners.delete(listener));
    socket.on("error", () => socket.terminate());
    socket.on("message", (data) => this.#hear(listener, String(data)));
    say(listener, this.#words?.hello(agent.id));
  }

  #hear(listener: Listener, text: string): void {
    const words = this.#words;
    if (words === null) return;
    const topics = words.wanted(parsed(text));
    const frames = topics?.map((topic) => this.#books.whole(topic)) ?? [null];
    if (topics === null || frames.includes(null)) {
      say(listener, words.refused("only books can be followed"));
      return;
    }
    for (const topic of topics) listener.topics.add(topic);
    say(listener, words.following(topics));
    for (const frame of frames) say(listener, words.frame(frame!));
  }
}

function say({ socket }: Listener, message: object | undefined): void {
  if (message !== undefined) socket.send(JSON.stringify(message));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
