/** The stream of one agent: opened with a ticket, opened again when it is lost, never guessed at. */

/** Where a stream stands. */
export type StreamStatus = "connecting" | "live" | "lost";

/** Who hears what the stream says. */
export interface StreamListener {
  /** Mints a ticket. */
  ticket(): Promise<string>;
  /** All of a channel, or what changed. Errors: may throw for what it cannot read. */
  take(channel: string, data: unknown, isWhole: boolean): void;
  /** What is known of these channels may be out of date until they are told whole again. */
  stale(channels: string[]): void;
  status(status: StreamStatus, why: string): void;
  /** The venue's clock. Units: epoch ms. */
  clock(ms: number): void;
  /** Whether an error means that nobody is signed in any more. */
  isEnd(error: unknown): boolean;
}

const RETRY_MS = 500;
const RETRY_MS_MAX = 8_000;
const PING_MS = 2_000;
/** Without a word for so long, a connection is taken for dead. */
const SILENCE_MS = 10_000;
/** Attempts to open that may take so long. */
const OPEN_MS = 10_000;
/** How long a channel may take to be told whole again. */
const WHOLE_MS = 5_000;

interface ReadFrame {
  type?: unknown;
  channel?: unknown;
  seq?: unknown;
  data?: unknown;
  ts_ms?: unknown;
}

/** One agent's stream. */
export class VenueStream {
  readonly #listener: StreamListener;
  readonly #url: string;
  #socket: WebSocket | null = null;
  /** Number of the last message of each channel. @bound channels of a connection: cleared with it; reference/terminal/bad-venue.test.ts */
  readonly #seqs = new Map<string, number>();
  /** Since when a channel is waited for. @bound channels that are followed: no other is waited for; reference/terminal/bad-venue.test.ts */
  readonly #awaited = new Map<string, number>();
  /** @bound four channels: those of one market; reference/terminal/bad-venue.test.ts */
  #channels: string[] = [];
  #attempts = 0;
  #heardMs = 0;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #watch: ReturnType<typeof setInterval>;

  /** `url` is the stream's without its ticket. */
  constructor(url: string, listener: StreamListener) {
    this.#url = url;
    this.#listener = listener;
    this.#watch = setInterval(() => this.#look(), PING_MS);
    void this.#open();
  }

  /** Follows these public channels in the place of those before. */
  follow(channels: string[]): void {
    const left = this.#channels.filter((channel) => !channels.includes(channel));
    const joined = channels.filter((channel) => !this.#channels.includes(channel));
    this.#channels = channels;
    for (const channel of left) this.#forget(channel);
    if (left.length > 0) this.#say({ op: "unsubscribe", channels: left });
    this.#ask(joined);
  }

  /** Ends it for good. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#socket?.close();
  }

  async #open(): Promise<void> {
    this.#listener.status("connecting", "");
    try {
      const ticket = await this.#listener.ticket();
      if (this.#isOver) return;
      this.#connect(`${this.#url}?ticket=${encodeURIComponent(ticket)}`);
    } catch (error) {
      if (this.#isOver || this.#listener.isEnd(error)) return;
      this.#again("no ticket is to be had");
    }
  }

  #connect(url: string): void {
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#heardMs = Date.now() + OPEN_MS - SILENCE_MS;
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#hear(data);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#lose(`the connection closed (${code})`);
    };
  }

  #hear(text: unknown): void {
    this.#heardMs = Date.now();
    const frame = parsed(text);
    if (frame === null) {
      this.#drop("the venue said what is no frame");
      return;
    }
    if (typeof frame.ts_ms === "number") this.#listener.clock(frame.ts_ms);
    const { type, channel } = frame;
    if (type === "hello") {
      this.#attempts = 0;
      this.#listener.status("live", "");
      this.#ask(this.#channels);
    } else if ((type === "snapshot" || type === "update") && typeof channel === "string") {
      this.#take(channel, frame, type === "snapshot");
    }
  }

  #take(channel: string, { seq, data }: ReadFrame, isWhole: boolean): void {
    const last = this.#seqs.get(channel);
    if (!isWhole && last === undefined) return; // until it is whole again nothing fits
    if (typeof seq !== "number" || (!isWhole && seq !== last! + 1)) {
      this.#gap(channel);
      return;
    }
    try {
      this.#listener.take(channel, data, isWhole);
    } catch {
      if (isWhole) this.#drop("the venue said what cannot be read");
      else this.#gap(channel);
      return;
    }
    this.#seqs.set(channel, seq);
    this.#awaited.delete(channel);
  }

  /** A message is missing: what is known is stale until all of it is told again. */
  #gap(channel: string): void {
    this.#listener.stale([channel]);
    this.#forget(channel);
    this.#ask([channel]);
  }

  #forget(channel: string): void {
    this.#seqs.delete(channel);
    this.#awaited.delete(channel);
  }

  #ask(channels: string[]): void {
    if (channels.length === 0) return;
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    for (const channel of channels) this.#awaited.set(channel, Date.now());
    this.#say({ op: "subscribe", id: "page", channels });
  }

  #say(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Asks for a sign of life, and lets go of what gives none. */
  #look(): void {
    if (this.#socket === null) return;
    const now = Date.now();
    const waits = [...this.#awaited.values()].some((since) => now - since > WHOLE_MS);
    if (now - this.#heardMs > SILENCE_MS) this.#drop("the venue is silent");
    else if (waits) this.#drop("a channel was not told again");
    else this.#say({ op: "ping", id: "page" });
  }

  #drop(why: string): void {
    this.#socket?.close();
    this.#lose(why);
  }

  #lose(why: string): void {
    this.#socket = null;
    this.#listener.stale([...this.#seqs.keys()]);
    this.#seqs.clear();
    this.#awaited.clear();
    if (!this.#isOver) this.#again(why);
  }

  #again(why: string): void {
    this.#listener.status("lost", why);
    const wait = Math.min(RETRY_MS * 2 ** this.#attempts++, RETRY_MS_MAX);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#open(), wait * (0.75 + Math.random() / 2));
  }
}

function parsed(text: unknown): ReadFrame | null {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}
