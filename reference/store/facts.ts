/** What a venue must not forget beside its commands: who may sign in, and how it was set up. */
import type { Binary, Parlay } from "../series/desk.ts";
import type { Entry, JournalRecord } from "./page.ts";

/** A process began to run the venue. Shape: `pepper` is base64; `epoch` counts from 0. */
export interface Started extends Entry {
  type: "started";
  seed: number;
  epoch: number;
  clock: "system" | "virtual";
  pepper: string;
}

/** What a new venue was filled with. */
export interface Seeding extends Entry {
  type: "seeded";
  agents: { name: string; owner: string; agentId: string }[];
  marketIds: string[];
}

/** The markets of the venue's own series, as their desk keeps them. */
export interface DeskKept extends Entry {
  type: "desk";
  perpId: string;
  binaries: readonly Binary[];
  parlays: readonly Parlay[];
}

/** A password, and the account it opens. Shape: base64. */
export interface MemberAdded extends Entry {
  type: "member";
  email: string;
  accountId: string;
  salt: string;
  hash: string;
}

/** A subject of an identity provider, and the account that it opens. */
export interface SubjectBound extends Entry {
  type: "subject";
  issuer: string;
  subject: string;
  accountId: string;
}

/** A browser signed in. Units: epoch ms. */
export interface SessionOpened extends Entry {
  type: "session";
  digest: string;
  csrfDigest: string;
  accountId: string;
  endsAtMs: number;
}

/** And out. */
export interface SessionClosed extends Entry {
  type: "session-closed";
  digest: string;
}

/** Virtual time was advanced to the time of this record. */
export interface ClockAdvanced extends Entry {
  type: "clock";
}

/** An operator closed or opened a feature gate. */
export interface FeatureSwitched extends Entry {
  type: "feature";
  name: string;
  closed: boolean;
}

/** An operator cut the reference price off, or brought it back. */
export interface FeedSwitched extends Entry {
  type: "feed";
  cut: boolean;
}

export type Fact =
  | Started
  | Seeding
  | DeskKept
  | MemberAdded
  | SubjectBound
  | SessionOpened
  | SessionClosed
  | ClockAdvanced
  | FeatureSwitched
  | FeedSwitched;

type Kind = Fact["type"];
type FactOf<K extends Kind> = Extract<Fact, { type: K }>;

/** What distinguishes facts of a kind that hold side by side; the last one of each name holds. */
const NAMES: { [K in Kind]: (fact: FactOf<K>) => string } = {
  started: () => "",
  seeded: () => "",
  desk: () => "",
  member: ({ email }) => email,
  subject: ({ issuer, subject }) => JSON.stringify([issuer, subject]),
  session: ({ digest }) => digest,
  "session-closed": ({ digest }) => digest,
  clock: () => "",
  feature: ({ name }) => name,
  feed: () => "",
};

/** Whether an entry of the journal is a fact; else it is a command. */
export const isFact = (entry: Entry): entry is Fact => Object.hasOwn(NAMES, entry.type);

/** The facts that hold, which is all that a snapshot need keep of them. */
export class Facts {
  readonly #holding = new Map<string, JournalRecord<Fact>>();

  /** Takes a fact in, in place of the one that held before. */
  take(record: JournalRecord<Fact>): void {
    const { entry } = record;
    const name = (NAMES[entry.type] as (fact: Fact) => string)(entry);
    if (entry.type === "session-closed") this.#holding.delete(`session ${name}`);
    else this.#holding.set(`${entry.type} ${name}`, record);
  }

  /** Those of a kind, oldest first. */
  of<K extends Kind>(kind: K): FactOf<K>[] {
    const entries = [...this.#holding.values()].map(({ entry }) => entry);
    return entries.filter((entry): entry is FactOf<K> => entry.type === kind);
  }

  /** The one that holds of a kind that has one. */
  the<K extends Kind>(kind: K): FactOf<K> | null {
    return this.of(kind).at(-1) ?? null;
  }

  /** All that hold, but for sessions that have ended by themselves. Units: epoch ms. */
  at(nowMs: number): JournalRecord<Fact>[] {
    return [...this.#holding.values()].filter(
      ({ entry }) => entry.type !== "session" || entry.endsAtMs > nowMs,
    );
  }

  /** The venue was started over. */
  clear(): void {
    this.#holding.clear();
  }
}
