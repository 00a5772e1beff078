/** Accounts by what they made of their cash. */
import type { Account, People } from "../callers/people.ts";
import { equityCents } from "../trading/account.ts";
import type { Order } from "../trading/order.ts";

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
export function standings(people: People, orders: Order[], sort: Sort): Standing[] {
  const volumes = new Map<string, number>();
  for (const { agent, executed } of orders) {
    volumes.set(agent.owner, (volumes.get(agent.owner) ?? 0) + executed);
  }
  return people.accounts
    .filter(({ agents }) => agents.length > 0)
    .map((account) => standingOf(account, volumes.get(account.owner) ?? 0))
    .sort((one, other) => worthIn(other, sort) - worthIn(one, sort))
    .map((standing, index) => ({ ...standing, rank: index + 1 }));
}

function standingOf(account: Account, volume: number): Standing {
  const equity = account.agents.reduce((sum, agent) => sum + equityCents(agent), 0);
  const pnlCents = equity - account.startCents;
  const score = account.startCents === 0 ? 0 : Math.round((pnlCents * BPS) / account.startCents);
  return { rank: 0, account, score, pnlCents, volume };
}

function worthIn({ score, pnlCents, volume }: Standing, sort: Sort): number {
  return { score, pnl: pnlCents, volume }[sort];
}
