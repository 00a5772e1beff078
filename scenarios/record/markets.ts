/** The markets of a recording, as a session's header describes them: learned from what passes. */
import {
  geometryOf,
  isObject,
  type Json,
  listOf,
  markOf,
  statusOf,
} from "../deployment/reading/reading.ts";
import type { SessionMarket } from "../session/format.ts";

const MARKETS = /^(\/api)?(\/v1)?\/markets(\/active|\/[^/]+)?$/;

/** Descriptors by market id; the first sight of each counts. */
export class RecordedMarkets {
  readonly #found = new Map<string, SessionMarket>();
  readonly #bornHere = new Set<string>();

  /** Learns from an answer to `path`, if that is a route of markets. Returns how many are new. */
  learn(path: string, body: unknown): number {
    if (!MARKETS.test(path)) return 0;
    const before = this.#found.size;
    for (const record of listOf(body) ?? (isObject(body) ? [body] : [])) this.#take(record);
    return this.#found.size - before;
  }

  /** One that an operator opened during the recording: the replay opens it anew. */
  open(id: string): void {
    this.#bornHere.add(id);
  }

  /** For the header: what was there before. */
  get described(): Record<string, SessionMarket> {
    return Object.fromEntries([...this.#found].filter(([id]) => !this.#bornHere.has(id)));
  }

  #take(record: Json): void {
    const id = record["id"] ?? record["market_id"];
    const { kind } = record;
    const status = statusOf(record);
    const geometry = geometryOf(record);
    if (typeof id !== "string" || typeof kind !== "string" || status === null) return;
    if (geometry === null || this.#found.has(id)) return;
    const mark = markOf(record);
    const legs = Array.isArray(record["legs"]) ? record["legs"].filter(isText) : [];
    this.#found.set(id, {
      ...{ kind, status, band: geometry.band, tick: geometry.tick ?? 1 },
      ...(mark !== null && { mark_price: mark }),
      ...(legs.length > 0 && { legs }),
    });
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
