/** What a venue must not forget beside its commands: who may sign in, and how it was set up. */
import type { Resolution } from "../core/commands.ts";
import type { FactRecord } from "./record.ts";

/** A process began to run the venue. Shape: `pepper` is base64; `epoch` counts from 0. */
export interface Started {
  type: "started";
  seed: number;
  epoch: number;
  clock: "system" | "virtual";
  pepper: string;
}

/** What a new venue was filled with. */
export interface Seeding {
  type: "seeded";
  agents: { name: string; owner: string; agentId: string }[];
  marketIds: string[];
}

/** "BTC above X at T". Units: cents per BTC, epoch ms. */
export interface Binary {
  marketId: string;
  strikeCents: number;
  expiryMs: number;
  outcome: Resolution | null;
}

/** Both of two binaries. */
export interface Parlay {
  marketId: string;
  legs: readonly [Binary, Binary];
  expiryMs: number;
}

/** The markets of the venue's own series, as their desk keeps them. */
export interface DeskKept {
  type: "desk";
  perpId: string;
  binaries: readonly Binary[];
  parlays: readonly Parlay[];
}

/** A password, and the account it opens. Shape: base64. */
export interface MemberAdded {
  type: "member";
  email: string;
  accountId: string;
  salt: string;
  hash: string;
}

/** A subject of an identity provider, and the account that it opens. */
export interface SubjectBound {
  type: "subject";
  issuer: string;
  subject: string;
  accountId: string;
}

/** A browser signed in. Units: epoch ms. */
export interface SessionOpened {
  type: "session";
  digest: string;
  csrfDigest: string;
  accountId: string;
  endsAtMs: number;
}

/** And out. */
export interface SessionClosed {
  type: "session-closed";
  digest: string;
}

/** Virtual time was advanced to the time of this record. */
export interface ClockAdvanced {
  type: "clock";
}

/** An operator closed or opened a feature gate. */
export interface FeatureSwitched {
  type: "feature";
  name: string;
  closed: boolean;
}

/** An operator cut the reference price off, or brought it back. */
export interface FeedSwitched {
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

type FactKind = Fact["type"];
type FactOf<K extends FactKind> = Extract<Fact, { type: K }>;

/** What distinguishes facts of a kind that hold side by side; the last one of each name holds. */
const NAMES: { [K in FactKind]: (fact: FactOf<K>) => string } = {
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

/** Whether a record of that type is a fact; else it is a command. */
export const isFactType = (type: string): type is FactKind => Object.hasOwn(NAMES, type);

/** The facts that hold, which is all that a snapshot need keep of them. */
export class Facts {
  /** @bound as many as people, and their sessions: one that ended goes with the next snapshot; reference/store/facts.test.ts */
  readonly #holding = new Map<string, FactRecord>();

  /** Takes a fact in, in place of the one that held before. */
  take(record: FactRecord): void {
    const name = (NAMES[record.type] as (fact: Fact) => string)(record);
    if (record.type === "session-closed") this.#holding.delete(`session ${name}`);
    else this.#holding.set(`${record.type} ${name}`, record);
  }

  /** Those of a kind, oldest first. */
  of<K extends FactKind>(kind: K): FactOf<K>[] {
    const facts: Fact[] = [...this.#holding.values()];
    return facts.filter((fact): fact is FactOf<K> => fact.type === kind);
  }

  /** The one that holds of a kind that has one. */
  the<K extends FactKind>(kind: K): FactOf<K> | null {
    return this.of(kind).at(-1) ?? null;
  }

  /** All that hold; sessions that have ended by themselves are forgotten. Units: epoch ms. */
  at(nowMs: number): FactRecord[] {
    for (const [name, fact] of this.#holding) {
      if (fact.type === "session" && fact.endsAtMs <= nowMs) this.#holding.delete(name);
    }
    return [...this.#holding.values()];
  }
}
