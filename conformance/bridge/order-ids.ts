/** Client order ids that the bridge makes: the same for the same order, as long as a client is connected. */
import { createHash, randomBytes } from "node:crypto";

/** Ids that a connection remembers to have sent. */
const SENT_MAX = 10_000;

/** Client order ids of one connection: the same arguments have the same one. */
export class OrderIds {
  readonly #start = randomBytes(16);
  /** @bound {SENT_MAX} ids: the oldest is forgotten; conformance/bridge/order-ids.test.ts */
  readonly #sent = new Set<string>();

  /** The id of an order with these members, in whatever order they come. */
  made(args: Record<string, unknown>): string {
    const sorted = Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const hash = createHash("sha256").update(this.#start).update(JSON.stringify(sorted));
    return `bridge-${hash.digest("hex").slice(0, 24)}`;
  }

  /** Whether the id was sent before; it counts as sent from now on. */
  wasSent(id: string): boolean {
    if (this.#sent.has(id)) return true;
    this.#sent.add(id);
    const [oldest] = this.#sent;
    if (this.#sent.size > SENT_MAX && oldest !== undefined) this.#sent.delete(oldest);
    return false;
  }
}
