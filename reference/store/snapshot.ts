/** Snapshots as they are kept: the venue and the facts after a page of the journal, in pieces. */
import { createHash, type Hash } from "node:crypto";
import type { Digest } from "../core/digest.ts";
import type { VenueSnapshot } from "../core/snapshot.ts";
import type { Venue } from "../core/venue.ts";
import type { Head } from "./page.ts";
import type { FactRecord } from "./record.ts";
import type { StoredSnapshot } from "./store.ts";

/** What a recovery starts from. Shape: `digest` is the venue's own, by which it is known again. */
export interface JournalSnapshot {
  head: Head;
  venue: VenueSnapshot;
  digest: Digest;
  facts: FactRecord[];
  /** Of the last record. Units: epoch ms. */
  atMs: number;
}

/** What is kept beside the place in the journal. */
export type SnapshotSource = Pick<JournalSnapshot, "facts" | "atMs"> & { venue: Venue };

/** A snapshot whose pieces are made as they are asked for, once. */
export interface TakenSnapshot extends StoredSnapshot {
  pieces: Iterable<string>;
}

/** Of one piece, which is as much as is turned into text at once. Units: characters. */
const PIECE_CHARS = 100_000;

/** The lists of a venue's snapshot that grow with the venue. */
const LISTS = ["ledger", "accounts", "keys", "agents", "markets", "orders"] as const;
type List = (typeof LISTS)[number];

/**
 * Some entries of a list. Shape: what an agent was answered is a list of its own, `results`, after
 * the number of its agent.
 */
type SnapshotPart =
  | [list: List | "facts", entries: unknown[]]
  | ["results", entries: unknown[], of: number];

/** What the first piece says, and, behind all parts, what the last but one does. */
type Whole = Omit<JournalSnapshot, "digest">;
type Closing = Pick<JournalSnapshot, "digest">;

/** The last piece: the SHA-256 of all before it. */
interface End {
  sha256: string;
}

/**
 * Takes a snapshot; `page` is the last that the venue has seen. The venue may go on at once: its
 * pieces tell it as it is now, whenever they are made.
 */
export function takeSnapshot(page: Head, kept: SnapshotSource): TakenSnapshot {
  const { venue, facts, atMs } = kept;
  const head = { lastSeq: page.lastSeq, digest: page.digest };
  const whole = { head, venue: venue.snapshot(), facts, atMs };
  return { seq: head.lastSeq, pieces: sealed(piecesOf(whole, venue.digestLines())) };
}

/** Null for one that is damaged. Shape: one of an earlier version is a single piece before its end. */
export async function decodeSnapshot({ pieces }: StoredSnapshot): Promise<JournalSnapshot | null> {
  const hash = createHash("sha256");
  let read: Partial<JournalSnapshot> = {};
  let pending: string | null = null;
  try {
    for await (const piece of pieces) {
      if (pending !== null) {
        hash.update(pending);
        read = takeIn(read, JSON.parse(pending));
      }
      pending = piece;
    }
    const { sha256 } = JSON.parse(pending ?? "{}") as Partial<End>;
    return sha256 === hash.digest("hex") ? (read as JournalSnapshot) : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

function* sealed(pieces: Iterable<string>): Generator<string> {
  const hash = createHash("sha256");
  for (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  yield JSON.stringify({ sha256: hash.digest("hex") } satisfies End);
}

/** The digest is made beside the pieces, as much at a time as a piece has. */
function* piecesOf(whole: Whole, lines: Iterator<string>): Generator<string> {
  const { commands } = whole.venue;
  const hash = createHash("sha256");
  yield JSON.stringify(hollow(whole));
  for (const part of partsOf(whole)) {
    for (const piece of cut(part)) {
      hashSome(hash, lines, piece.length);
      yield piece;
    }
  }
  hashSome(hash, lines, Infinity);
  const digest = { commands, sha256: hash.digest("hex") };
  yield JSON.stringify({ digest } satisfies Closing);
}

function hashSome(hash: Hash, lines: Iterator<string>, chars: number): void {
  for (let left = chars; left > 0; ) {
    const { value, done } = lines.next();
    if (done === true) return;
    hash.update(value);
    left -= value.length;
  }
}

/** All but the entries of the lists. */
function hollow({ head, venue, atMs }: Whole): Whole {
  const lists = Object.fromEntries(LISTS.map((list) => [list, []]));
  return { head, venue: { ...venue, ...lists }, facts: [], atMs };
}

function* partsOf({ venue, facts }: Whole): Generator<SnapshotPart> {
  for (const list of LISTS) {
    if (list !== "agents") yield [list, venue[list]];
    else yield [list, venue.agents.map((agent) => ({ ...agent, results: [] }))];
  }
  for (const [number, { results }] of venue.agents.entries()) {
    if (results.length > 0) yield ["results", results, number];
  }
  yield ["facts", facts];
}

/** Each entry is made text by itself: one alone may be long. */
function* cut([list, entries, ...of]: SnapshotPart): Generator<string> {
  const tail = of.length === 0 ? "" : `,${of[0]}`;
  let texts: string[] = [];
  let chars = 0;
  for (const [index, entry] of entries.entries()) {
    const text = JSON.stringify(entry);
    texts.push(text);
    chars += text.length;
    if (chars < PIECE_CHARS && index < entries.length - 1) continue;
    yield `["${list}",[${texts.join(",")}]${tail}]`;
    texts = [];
    chars = 0;
  }
}

function takeIn(
  read: Partial<JournalSnapshot>,
  piece: SnapshotPart | Whole | Closing,
): Partial<JournalSnapshot> {
  if (!Array.isArray(piece)) return { ...read, ...piece };
  const { venue, facts } = read as Whole;
  const [list, entries, of] = piece;
  const whole: unknown[] =
    list === "facts" ? facts : list === "results" ? venue.agents[of!]!.results : venue[list];
  for (const entry of entries) whole.push(entry);
  return read;
}
