/** Cuts a session down to a stretch of it, some actors, some markets; what these stand on is played. */
import { UsageError } from "../deployment/usage-error.ts";
import { UUIDS } from "../deployment/wire/uuid.ts";
import { marketsNamed } from "../record/markets.ts";
import type { SessionExchange, SessionHeader, SessionLine } from "../session/format.ts";
import { openSession } from "../session/reader.ts";

/** A place in a session: a line by its number, or the first one at or after an offset. */
export type SessionPlace = { n: number } | { atMs: number };

/** What is looked at; everything where a member is missing. */
export interface CutFlags {
  from?: SessionPlace;
  until?: SessionPlace;
  actor?: readonly string[];
  /** Ids, or their beginnings. */
  market?: readonly string[];
}

/** What becomes of a line. `quiet` ones are played, and told only where they go another way. */
export type LinePart = "told" | "quiet" | "left";

const NAMED_MAX = 100_000;
const NAMED_MAX_TOLD = 10;
const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** A flag's text: `1200` is a line, `90s` an offset. Shape: null for neither. */
export function placeIn(text: string): SessionPlace | null {
  if (/^\d{1,15}$/.test(text)) return { n: Number(text) };
  const [, count, unit] = /^(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  return unit === undefined ? null : { atMs: Number(count) * UNITS_MS[unit as "ms"] };
}

/** Errors: UsageError where nobody of a name does anything in the file. */
export async function demandActors(file: string, { actor: wanted = [] }: CutFlags): Promise<void> {
  const { header, lines, close } = await openSession(file);
  const met = new Set(Object.keys(header.actors));
  const missing = () => wanted.find((name) => !met.has(name));
  // Those that a session itself brings in are not in its header.
  for await (const line of lines) {
    if (missing() === undefined) break;
    if ("actor" in line && line.actor !== null && met.size < NAMED_MAX) met.add(line.actor);
  }
  await close();
  const stranger = missing();
  if (stranger === undefined) return;
  const names = [...met].slice(0, NAMED_MAX_TOLD).join(", ") || "none";
  throw new UsageError(`${file}: no actor is called ${stranger}; there are: ${names}`);
}

/** The lines of one replay, each in its part. Errors: UsageError for markets that the file lacks. */
export class Cut {
  /** How many lines were left out. */
  left = 0;
  /** Whether the end of the file was not looked at. */
  isEarly = false;
  readonly #flags: CutFlags;
  readonly #markets: ReadonlySet<string> | null;
  readonly #knows: (id: string) => boolean;
  /** Streams of actors that are not looked at. */
  readonly #leftStreams = new Set<string>();

  constructor(
    flags: CutFlags,
    { file, header }: { file: string; header: SessionHeader },
    knows: (id: string) => boolean,
  ) {
    this.#flags = flags;
    this.#knows = knows;
    this.#markets = flags.market ? new Set(flags.market.flatMap(among(file, header))) : null;
  }

  /** The header with the markets that are looked at, and the legs of their parlays. */
  header(header: SessionHeader): SessionHeader {
    const kept = this.#markets;
    if (kept === null) return header;
    const all = Object.entries(header.markets);
    const legs = all.flatMap(([id, one]) => (kept.has(id.toLowerCase()) ? (one.legs ?? []) : []));
    const needed = new Set([...kept, ...legs.map((leg) => leg.toLowerCase())]);
    const markets = Object.fromEntries(all.filter(([id]) => needed.has(id.toLowerCase())));
    return { ...header, markets };
  }

  /** The lines up to the last that is looked at. */
  upToEnd(lines: AsyncIterable<SessionLine>): AsyncIterable<SessionLine> {
    const { until } = this.#flags;
    return until === undefined ? lines : this.#upTo(until, lines);
  }

  async *#upTo(
    until: SessionPlace,
    lines: AsyncIterable<SessionLine>,
  ): AsyncGenerator<SessionLine, void> {
    for await (const line of lines) {
      if (isPast(line, until)) {
        this.isEarly = true;
        return;
      }
      yield line;
    }
  }

  part(line: SessionLine): LinePart {
    const part = this.#partOf(line);
    if (part === "left") this.left += 1;
    return part;
  }

  #partOf(line: SessionLine): LinePart {
    const { from } = this.#flags;
    const isBefore = from !== undefined && !isReached(line, from);
    if ("stream" in line) return this.#isStreamLeft(line) ? "left" : isBefore ? "quiet" : "told";
    if ("control" in line) return isBefore ? "quiet" : "told";
    if (this.#markets !== null && !this.#isAbout(line, this.#markets)) return "left";
    if (!isBefore && this.#isLookedAt(line.actor)) return "told";
    return isRead(line) ? "left" : "quiet";
  }

  #isLookedAt(actor: string | null): boolean {
    const { actor: names } = this.#flags;
    return names === undefined || (actor !== null && names.includes(actor));
  }

  #isStreamLeft(line: Extract<SessionLine, { stream: string }>): boolean {
    if (this.#markets !== null) return true;
    if ("open" in line && !this.#isLookedAt(line.actor)) this.#leftStreams.add(line.stream);
    const isLeft = this.#leftStreams.has(line.stream);
    if ("close" in line) this.#leftStreams.delete(line.stream);
    return isLeft;
  }

  /** What names no market is played if it changes something; an order that is not known is another's. */
  #isAbout(line: SessionExchange, markets: ReadonlySet<string>): boolean {
    const { path, query = {}, body, body_text: text = "" } = line.request;
    const sent = body === undefined ? text : JSON.stringify(body);
    const named = marketsNamed(`${path} market=${Object.values(query).join(" market=")} ${sent}`);
    if (named.length > 0) return named.some((id) => markets.has(id));
    const orders = /\/orders\//.test(path) ? (path.match(UUIDS) ?? []) : [];
    if (orders.length > 0) return orders.some((id) => this.#knows(id));
    return !isRead(line);
  }
}

function among(file: string, { markets }: SessionHeader): (wanted: string) => string[] {
  return (wanted) => {
    const ids = Object.keys(markets).map((id) => id.toLowerCase());
    const found = ids.filter((id) => id.startsWith(wanted.toLowerCase()));
    if (found.length === 1) return found;
    const said =
      found.length === 0 ? `no market is called ${wanted}` : `${wanted} names ${found.length}`;
    throw new UsageError(`${file}: ${said}; touchstone session show lists them`);
  };
}

function isPast(line: SessionLine, until: SessionPlace): boolean {
  return "n" in until ? line.n > until.n : line.at > until.atMs;
}

function isReached(line: SessionLine, from: SessionPlace): boolean {
  return "n" in from ? line.n >= from.n : line.at >= from.atMs;
}

function isRead({ request: { method } }: SessionExchange): boolean {
  return method === "GET" || method === "HEAD";
}
