/** Accounts by what they made of their cash. */
import type { Account, People } from "../callers/people.ts";
import { equityCents } from "../trading/account.ts";

/** Units: cents; `score` is the profit in basis points of the cash an account was given. */
export interface Standing {
  rank: number;
  account: Account;
  score: number;
  pnlCents: number;
  volume: number;
}

/** What the leaderboard may be sorted by. */
export const SORTS = ["score", "pnl", "volume"] as const;

/** One of them. */
export type Sort = (typeof SORTS)[number];

const BPS = 10_000;

/** Everybody's standing, the best in that respect first; ties in the order of joining. */
export function standings(people: People, sort: Sort): Standing[] {
  return people.accounts
    .filter(({ agents }) => agents.length > 0)
    .map(standingOf)
    .sort((one, other) => worthIn(other, sort) - worthIn(one, sort))
    .map((standing, index) => ({ ...standing, rank: index + 1 }));
}

function standingOf(account: Account): Standing {
  const volume = account.agents.reduce((sum, { traded }) => sum + traded, 0);
  const equity = account.agents.reduce((sum, agent) => sum + equityCents(agent), 0);
  const pnlCents = equity - account.startCents;
  const score = account.startCents === 0 ? 0 : Math.round((pnlCents * BPS) / account.startCents);
  return { rank: 0, account, score, pnlCents, volume };
}

function worthIn({ score, pnlCents, volume }: Standing, sort: Sort): number {
  return { score, pnl: pnlCents, volume }[sort];
}
