/** Stream tickets: one handshake each, within a minute of minting. */
import type { Draw } from "../draw.ts";
import type { Agent } from "../trading/account.ts";

const LIVES_MS = 60_000;

/** A ticket as it is handed out. */
export interface Ticket {
  text: string;
  expiresAtMs: number;
}

/** Tickets that were minted and not used yet. */
export class Tickets {
  readonly #open = new Map<string, { agent: Agent; expiresAtMs: number }>();
  readonly #draw: Draw;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  /** A ticket to the private channels of one agent. */
  mint(agent: Agent, atMs: number): Ticket {
    const text = `rw_live_${this.#draw.hex(32)}`;
    const expiresAtMs = atMs + LIVES_MS;
    this.#open.set(text, { agent, expiresAtMs });
    return { text, expiresAtMs };
  }

  /** Takes a ticket in: its agent, or undefined when it is unknown, used or too old. */
  use(text: string, atMs: number): Agent | undefined {
    const ticket = this.#open.get(text);
    this.#open.delete(text);
    return ticket !== undefined && atMs < ticket.expiresAtMs ? ticket.agent : undefined;
  }
}
