/** Stream tickets: short-lived, for one connection; kept only as digests, in memory. */
import type { Clock } from "../injected/clock.ts";
import type { Entropy } from "../injected/entropy.ts";
import { digestOf } from "./secrets.ts";

/** Every ticket starts so. Spec: WebSocket ticket. */
const TICKET_PREFIX = "rw_live_";

/**
 * Spec: Limits, WebSocket ticket lifetime. Units: ms.
 * @bound {TICKET_LIFE_MS} ms, one handshake: 401; reference/stream/upgrade.test.ts
 */
export const TICKET_LIFE_MS = 60_000;

/** What a ticket stands for. */
export interface TicketGrant {
  agentId: string;
  /** The key or session that minted it; the ticket ends with it. */
  credential: string;
}

interface Ticket extends TicketGrant {
  expiresAtMs: number;
}

/** The tickets of one venue. Spec: WebSocket ticket; D-150. */
export class Tickets {
  readonly #source: { clock: Clock; entropy: Entropy };
  /** @bound what the write limits of agents let them mint in {TICKET_LIFE_MS} ms: older ones go; reference/identity/tickets.test.ts */
  readonly #byDigest = new Map<string, Ticket>();

  constructor(source: { clock: Clock; entropy: Entropy }) {
    this.#source = source;
  }

  /** Tickets that are kept, live or not. */
  get count(): number {
    return this.#byDigest.size;
  }

  /** Mints one. Units: epoch ms. */
  mint(grant: TicketGrant): { ticket: string; expiresAtMs: number } {
    const { clock, entropy } = this.#source;
    const nowMs = clock.nowMs();
    this.#forgetExpired(nowMs);
    const ticket = entropy.token(TICKET_PREFIX);
    const expiresAtMs = nowMs + TICKET_LIFE_MS;
    this.#byDigest.set(digestOf(ticket), { ...grant, expiresAtMs });
    return { ticket, expiresAtMs };
  }

  /** Uses a ticket up, whatever comes of it; null for one that is unknown, used or too old. */
  consume(ticket: string): TicketGrant | null {
    const digest = digestOf(ticket);
    const found = this.#byDigest.get(digest);
    this.#byDigest.delete(digest);
    if (found === undefined || this.#source.clock.nowMs() >= found.expiresAtMs) return null;
    return found;
  }

  /** Ends the tickets that a credential minted. D-158. */
  endOf(credential: string): void {
    for (const [digest, ticket] of this.#byDigest) {
      if (ticket.credential === credential) this.#byDigest.delete(digest);
    }
  }

  /** The map is in order of minting, and so of expiry. */
  #forgetExpired(nowMs: number): void {
    for (const [digest, { expiresAtMs }] of this.#byDigest) {
      if (expiresAtMs > nowMs) return;
      this.#byDigest.delete(digest);
    }
  }
}
