/** Accounts side by side: what each made of what it was given. D-121. */
import type { StandingView } from "../core/outcomes.ts";
import type { Venue } from "../core/venue.ts";

/**
 * One account's figures. Units: cents; `score` basis points of the initial cash, rounded down,
 * `roi` the same as a fraction. Shape: both are zero for an account that was given nothing.
 */
export interface Standing {
  publicId: string;
  displayName: string;
  /** Place by score, from 1. */
  rank: number;
  score: number;
  roi: number;
  pnlCents: number;
  volumeCents: number;
  equityCents: number;
}

/** By what a leaderboard can be sorted. */
export type Figure = "score" | "pnlCents" | "volumeCents" | "roi";

/** What agents have traded. Units: cents. */
export interface Volumes {
  volumeCents(agentId: string): number;
}

/** Where the figures come from. */
export interface LeaderboardSource {
  venue: Pick<Venue, "standings">;
  volumes: Volumes;
  /** Of the last change there was. */
  seq: () => number;
  /** How old the figures of many accounts may be; 0 where time may stand still. Units: ms. */
  keptMs: number;
}

/** Accounts counted at a time; between them others are served. */
export const COUNTED_AT_ONCE = 500;

/** Everybody's figures at one time. */
interface Counted {
  seq: number;
  atMs: number;
  /** By figure and direction. @bound 8 orders: all that there are, for as long as the figures stay; reference/data/leaderboard.test.ts */
  lists: Map<string, Standing[]>;
  /** The highest score first. */
  ranked: Standing[];
}

/** Counts accounts when somebody asks: few of them each time, many once in a while, bit by bit. */
export class Leaderboard {
  readonly #source: LeaderboardSource;
  #counted: Counted | null = null;
  #counting: Promise<Counted> | null = null;

  constructor(source: LeaderboardSource) {
    this.#source = source;
  }

  /** Every account; those of equal standing by public id, whichever the direction. Units: epoch ms. */
  async sorted(by: Figure, order: "asc" | "desc", nowMs: number): Promise<readonly Standing[]> {
    const { ranked, lists } = await this.#current(nowMs);
    const name = `${by} ${order}`;
    const list = lists.get(name) ?? sorted(ranked, by, order);
    lists.set(name, list);
    return list;
  }

  async #current(nowMs: number): Promise<Counted> {
    const { seq, keptMs } = this.#source;
    const counted = this.#counted;
    if (counted !== null) {
      const ageMs = nowMs - counted.atMs;
      const isKept = counted.ranked.length > COUNTED_AT_ONCE && ageMs >= 0 && ageMs < keptMs;
      if (isKept || counted.seq === seq()) return counted;
    }
    this.#counting ??= this.#count(nowMs).finally(() => {
      this.#counting = null;
    });
    return this.#counting;
  }

  async #count(atMs: number): Promise<Counted> {
    const { venue, volumes, seq } = this.#source;
    const counted = { seq: seq(), atMs, lists: new Map<string, Standing[]>() };
    const standings: Standing[] = [];
    for (const account of venue.standings()) {
      standings.push({ ...figures(account, volumes), rank: 0 });
      if (standings.length % COUNTED_AT_ONCE === 0) await new Promise(setImmediate);
    }
    const ranked = sorted(standings, "score", "desc");
    ranked.forEach((standing, index) => {
      standing.rank = index + 1;
    });
    this.#counted = { ...counted, ranked };
    return this.#counted;
  }
}

function sorted(standings: Standing[], by: Figure, order: "asc" | "desc"): Standing[] {
  const sign = order === "asc" ? 1 : -1;
  return standings.toSorted(
    (one, two) => sign * (one[by] - two[by]) || (one.publicId < two.publicId ? -1 : 1),
  );
}

function figures(account: StandingView, volumes: Volumes): Omit<Standing, "rank"> {
  const { publicId, displayName, agentIds, fundedCents, equityCents } = account;
  const pnlCents = equityCents - fundedCents;
  return {
    publicId,
    displayName,
    score: fundedCents === 0 ? 0 : Math.floor((pnlCents * 10_000) / fundedCents),
    roi: fundedCents === 0 ? 0 : pnlCents / fundedCents,
    pnlCents,
    volumeCents: agentIds.reduce((sum, agentId) => sum + volumes.volumeCents(agentId), 0),
    equityCents,
  };
}
