/** What proving a rule can take beyond the address of the target, and what supplies it. */
import type { Wish } from "../../scenarios/deployment/lease.ts";
import type { Pool } from "../../scenarios/deployment/pool.ts";
import type {
  Capability,
  MarketKind,
  MarketStatus,
} from "../../scenarios/deployment/vocabulary.ts";

/**
 * A precondition of a rule or check.
 * Shape: `means` completes "needs ..."; `supply` is the line of the profile that unlocks it.
 */
interface NeedRecord {
  means: string;
  supply: string;
  /** What it adds to the lease. */
  wish: Wish;
  /** Whether this deployment has it; `whole` is all that the check wishes for. */
  met(pool: Pool, whole: Wish): boolean;
  /** Whether who needs it and nothing else acts as nobody that the venue knows. */
  apart?: true;
  /** Whether who uses it changes the venue under all others. */
  disturbs?(pool: Pool): boolean;
}

const leased = (wish: Wish) => ({ wish, met: (pool: Pool) => pool.offers(wish) });
/** Where the check is about one kind of market, a closed one of that kind. */
const ended = (status: MarketStatus | "ANY") => ({
  wish: { closed: [status] } satisfies Wish,
  met: (pool: Pool, { kind }: Wish) => pool.offers({ closed: [status], ...(kind && { kind }) }),
});
const allowed = (wish: Wish) => ({ wish, met: ({ allowsLoad }: Pool) => allowsLoad });
const always = { wish: {}, met: () => true };
const offered = (capability: Capability) => ({
  wish: {},
  met: ({ control }: Pool) => control?.can(capability) ?? false,
});
const signingIn = (count: number) => ({
  ...({ wish: {}, apart: true } as const),
  met: ({ people }: Pool) => people >= count,
});
const everybody = { disturbs: () => true };

const TABLE = {
  agent: {
    means: "an agent whose key may read and trade, with cash",
    supply: "an agents entry with api_key",
    ...leased({ agent: true }),
  },
  "shared-key": {
    means: "a key that may read; other checks may use it at the same time",
    supply: "an agents entry with api_key",
    ...leased({ agent: true }),
  },
  "two-owners": {
    means: "two agents of different owners",
    supply: "a second agents entry with another owner",
    ...leased({ other: true }),
  },
  "little-cash": {
    means: "an agent whose cash is soon spent",
    supply: "an agent with little cash, or control with capability agents",
    wish: { littleCash: true },
    met: () => true,
  },
  sibling: {
    means: "two agents of one owner",
    supply: "a second agents entry of the same owner, with another agent_id",
    ...leased({ sibling: true }),
  },
  "second-key": {
    means: "two keys of one agent",
    supply: "second_api_key on an agents entry",
    ...leased({ secondKey: true }),
  },
  "read-only-key": {
    means: "a key that may only read",
    supply: "an agents entry with scopes: [read]",
    ...leased({ reader: true }),
  },
  browser: {
    means: "a signed-in browser session",
    supply: "browser with session_cookie and csrf_cookie",
    ...leased({ human: true }),
  },
  "two-browsers": {
    means: "browser sessions of two owners",
    supply: "control with capability sessions",
    ...leased({ other: true, human: true, otherHuman: true }),
  },
  "spare-session": {
    means: "a browser session that may be ended",
    supply: "control with capability sessions",
    wish: {},
    met: ({ ownSessions }: Pool) => ownSessions,
  },
  provider: {
    means: "somebody who may sign in at the identity provider",
    supply: "idp with people",
    ...signingIn(1),
  },
  "two-people": {
    means: "two people who may sign in at the identity provider",
    supply: "idp with two people",
    ...signingIn(2),
  },
  market: {
    means: "an OPEN binary or perp",
    supply: "a markets entry of kind BTC_BINARY or BTC_PERP with status: OPEN",
    ...leased({ market: true }),
  },
  binary: {
    means: "an OPEN binary",
    supply: "a markets entry with kind: BTC_BINARY, status: OPEN",
    ...leased({ market: true, kind: "BTC_BINARY" }),
  },
  perp: {
    means: "an OPEN perp",
    supply: "a markets entry with kind: BTC_PERP, status: OPEN",
    ...leased({ market: true, kind: "BTC_PERP" }),
  },
  parlay: {
    means: "an OPEN parlay",
    supply: "a markets entry with kind: BTC_PARLAY, status: OPEN",
    ...leased({ market: true, kind: "BTC_PARLAY" }),
  },
  "two-markets": {
    means: "two OPEN markets",
    supply: "a second markets entry with status: OPEN",
    wish: { market: true, secondMarket: true },
    met: (pool: Pool, { kind }: Wish) => pool.offers({ secondMarket: true, ...(kind && { kind }) }),
  },
  "other-kind": {
    means: "an OPEN perp, and an OPEN market of another kind",
    supply: "markets entries of a binary and a perp with status: OPEN",
    wish: { market: true, secondMarket: true, kind: "BTC_BINARY" },
    met: (pool: Pool, { kind, secondKind }: Wish) =>
      [kind, secondKind].every((one) => pool.offers({ market: true, ...(one && { kind: one }) })),
  },
  "expired-market": {
    means: "an EXPIRED market",
    supply: "a markets entry with status: EXPIRED",
    ...ended("EXPIRED"),
  },
  "resolved-market": {
    means: "a RESOLVED market",
    supply: "a markets entry with status: RESOLVED",
    ...ended("RESOLVED"),
  },
  "void-market": {
    means: "a VOID market",
    supply: "a markets entry with status: VOID",
    ...ended("VOID"),
  },
  "closed-market": {
    means: "a market that is not OPEN",
    supply: "a markets entry with status: EXPIRED, RESOLVED or VOID",
    ...ended("ANY"),
  },
  quiet: {
    means: "a market no third party trades during the check",
    supply: "a markets entry nobody else trades, or control with capability markets",
    ...always,
  },
  stream: {
    means: "the WebSocket stream",
    supply: "stream_url",
    ...always,
  },
  wait: {
    means: "about a minute of the venue's time to pass",
    supply: "nothing but time, or control with capability clock",
    ...always,
    disturbs: ({ movesClock }: Pool) => movesClock,
  },
  clock: {
    means: "the target's time",
    supply: "nothing but a clock that is right, a Date header, or control with capability clock",
    ...always,
  },
  minute: {
    means: "a minute of the venue's time to pass while others go on",
    supply: "nothing but time, or control with capability clock",
    ...always,
    disturbs: ({ movesClock }: Pool) => movesClock,
  },
  "moved-clock": {
    means: "a clock that an operator reads and moves",
    supply: "control with capability clock",
    wish: {},
    met: ({ movesClock }: Pool) => movesClock,
  },
  hours: {
    means: "a clock that control moves on by hours",
    supply: "control with capability clock",
    ...offered("clock"),
    ...everybody,
  },
  alone: {
    means: "no other check under way",
    supply: "nothing but time",
    ...always,
    ...everybody,
  },
  load: {
    means: "bursts of hundreds or thousands of requests",
    supply: "allow: [load]",
    ...allowed({ bursts: true }),
  },
  "many-orders": {
    means: "leave to place some hundred orders, at an ordinary pace",
    supply: "allow: [load]",
    ...allowed({}),
  },
  "feed-switch": {
    means: "a reference feed that can be cut off",
    supply: "control with capability upstream",
    ...offered("upstream"),
    ...everybody,
  },
  "feature-gates": {
    means: "feature gates that can be closed",
    supply: "control with capability gates",
    wish: {},
    met: ({ control }: Pool) => (control?.gates.length ?? 0) > 0,
    ...everybody,
  },
  "kill-switch": {
    means: "a kill switch to close and open",
    supply: "control with capability freeze",
    ...offered("freeze"),
    ...everybody,
  },
  operator: {
    means: "an operator's hand on market status, feed or marks",
    supply: "control with capability markets",
    ...offered("markets"),
  },
} satisfies Record<string, NeedRecord>;

/** The name of a precondition. */
export type Need = keyof typeof TABLE;

/** Each need, in a reader's words and in the pool's. */
export const NEEDS: Readonly<Record<Need, NeedRecord>> = TABLE;

/** What to lease for these needs: whoever needs anything of the venue acts as somebody. */
export function wishFor(needs: readonly Need[]): Wish {
  if (needs.every((need) => NEEDS[need].apart)) return {};
  const wishes = needs.map((need) => NEEDS[need].wish);
  const closed = wishes.flatMap((wish) => wish.closed ?? []);
  // The first kind that is named is the kind of all markets, or of all but the second.
  const wish: Wish = Object.assign({ agent: true }, ...wishes.toReversed(), { closed });
  return needs.includes("other-kind") ? { ...wish, secondKind: otherThan(wish.kind) } : wish;
}

/** A perp beside a binary or a parlay, a binary beside a perp. */
function otherThan(kind: MarketKind | undefined): MarketKind {
  return kind === "BTC_PERP" ? "BTC_BINARY" : "BTC_PERP";
}

/** Whether a check sends bursts: of hundreds or thousands of requests, at once. */
export function sendsBursts({ needs }: { needs: readonly Need[] }): boolean {
  return needs.includes("load");
}

/** Whether who has these needs reads what is there for all, beside others that use the same agent. */
export function sharesAgent(needs: readonly Need[]): boolean {
  return needs.every((need) => need === "shared-key" || NEEDS[need].apart);
}

/** The first need that is not met, with what would supply it; null when all are. */
export function missing(needs: readonly Need[], pool: Pool): string | null {
  const whole = wishFor(needs);
  const need = needs.find((one) => !NEEDS[one].met(pool, whole));
  return need === undefined ? null : `needs ${NEEDS[need].means}: ${NEEDS[need].supply}`;
}

/** Whether a check with these needs changes the venue under all others. */
export function disturbsAll(needs: readonly Need[], pool: Pool): boolean {
  return needs.some((need) => NEEDS[need].disturbs?.(pool));
}
