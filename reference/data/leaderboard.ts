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

/** Every account, the highest score first. */
export function leaderboard(venue: Pick<Venue, "standings">, volumes: Volumes): Standing[] {
  const standings = venue.standings().map((account) => ({ ...figures(account, volumes), rank: 0 }));
  return sorted(standings, "score", "desc").map((standing, index) => ({
    ...standing,
    rank: index + 1,
  }));
}

/** Those of equal standing by public id, whichever the direction. */
export function sorted(standings: Standing[], by: Figure, order: "asc" | "desc"): Standing[] {
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
