/** The price of bitcoin from elsewhere: a URL that is asked once a second. */
import type { Clock } from "../injected/clock.ts";
import type { SpotPrice, SpotSource } from "./spot-source.ts";
import { readsOf } from "./stored-prices.ts";

const POLL_MS = 1_000;
const TIMEOUT_MS = 2_000;
/** Two days of polls. */
const KEPT = 2 * 24 * 3_600;
/** Let go of by halves, so that a poll costs the same whatever is kept. */
export const PRICES_MAX = 2 * KEPT;
const PRICE_CENTS_MAX = 1e12;

/** Asks once, and then every second until it is closed; an upstream may come and go. */
export async function openUpstream(url: string, clock: Clock): Promise<SpotSource> {
  /** @bound {PRICES_MAX} prices: the older half goes; reference/feed/upstream-source.test.ts */
  const prices: SpotPrice[] = [];
  let reachable = false;
  let asking = false;
  let tellLost = (): void => {};
  const poll = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    const priceCents = await ask(url);
    asking = false;
    const isLost = reachable && priceCents === null;
    reachable = priceCents !== null;
    if (isLost) tellLost();
    if (priceCents === null) return;
    keep(prices, { tsMs: clock.nowMs(), priceCents });
  };
  await poll();
  const timer = setInterval(() => void poll(), POLL_MS).unref();
  return {
    name: "upstream",
    isReachable: () => reachable,
    ...readsOf(prices),
    whenLost: (tell) => {
      tellLost = tell;
    },
    close: () => clearInterval(timer),
  };
}

/** Adds the newest price, never before the last: real clocks may step back. */
export function keep(prices: SpotPrice[], { tsMs, priceCents }: SpotPrice): void {
  prices.push({ tsMs: Math.max(tsMs, prices.at(-1)?.tsMs ?? 0), priceCents });
  if (prices.length === PRICES_MAX) prices.splice(0, KEPT);
}

/** One answer: JSON with a `price` in USD, number or text. Units: cents. Shape: null for any other. */
async function ask(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return null;
    const { price } = (await response.json()) as { price?: unknown };
    const cents = Math.round(Number(price) * 100);
    return cents > 0 && cents <= PRICE_CENTS_MAX ? cents : null;
  } catch {
    return null; // lost for now: the next poll tells
  }
}
