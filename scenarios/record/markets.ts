/** The markets of a recording, as a session's header describes them: learned from what passes. */
import {
  geometryOf,
  isObject,
  type Json,
  listOf,
  markOf,
  statusOf,
} from "../deployment/reading/reading.ts";
import { UUIDS } from "../deployment/wire/uuid.ts";
import type { SessionMarket } from "../session/format.ts";

/** A place where the id of a market stands, whether the market is known or not. */
const AT_MARKET = new RegExp(
  `(?:markets?(?:_ids?)?["'\\\\\\s:=/[]+|[a-z_]:)(${UUIDS.source})`,
  "gi",
);

const MARKETS = /^(\/api)?(\/v1)?\/markets(\/active|\/[^/]+)?$/;

/** @bound {MARKETS_MAX} markets: the header describes no other one; scenarios/record/markets.test.ts */
export const MARKETS_MAX = 10_000;

/** Descriptors by market id; the first sight of each counts. */
export class RecordedMarkets {
  /** @bound {MARKETS_MAX} markets: one more is not described; scenarios/record/markets.test.ts */
  readonly #found = new Map<string, SessionMarket>();
  /** Ids that requests name. @bound {MARKETS_MAX} markets: one more is not described; scenarios/record/markets.test.ts */
  readonly #asked = new Set<string>();
  /** @bound {MARKETS_MAX} markets: one more counts as there before; scenarios/record/markets.test.ts */
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
    if (this.#bornHere.size < MARKETS_MAX) this.#bornHere.add(id);
  }

  /** Remembers the markets that a request names, those not known yet by where they stand. */
  ask(said: string): void {
    const known = (said.match(UUIDS) ?? []).filter((id) => this.#found.has(id.toLowerCase()));
    for (const id of [...known, ...marketsNamed(said)]) {
      if (this.#asked.size < MARKETS_MAX) this.#asked.add(id.toLowerCase());
    }
  }

  /** For the header: what was there before and was asked about, with the legs of its parlays. */
  get described(): Record<string, SessionMarket> {
    const asked = [...this.#asked].flatMap((id) => [id, ...(this.#found.get(id)?.legs ?? [])]);
    const touched = new Set(asked.map((id) => id.toLowerCase()));
    const described = [...this.#found].filter(([id]) => touched.has(id.toLowerCase()));
    return Object.fromEntries(described.filter(([id]) => !this.#bornHere.has(id)));
  }

  #take(record: Json): void {
    const id = record["id"] ?? record["market_id"];
    const { kind } = record;
    const status = statusOf(record);
    const geometry = geometryOf(record);
    if (typeof id !== "string" || typeof kind !== "string" || status === null) return;
    if (geometry === null || this.#found.has(id) || this.#found.size === MARKETS_MAX) return;
    const mark = markOf(record);
    const legs = Array.isArray(record["legs"]) ? record["legs"].filter(isText) : [];
    this.#found.set(id, {
      ...{ kind, status, band: geometry.band, tick: geometry.tick ?? 1 },
      ...(mark !== null && { mark_price: mark }),
      ...(legs.length > 0 && { legs }),
    });
  }
}

/** Ids that stand where those of markets do, in lower case; whether there are such markets or not. */
export function marketsNamed(said: string): string[] {
  return [...said.matchAll(AT_MARKET)].map(([, id = ""]) => id.toLowerCase());
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
