/** The price of bitcoin from elsewhere: a URL that is asked once a second. */
import type { Clock } from "../injected/clock.ts";
import type { SpotPrice, SpotSource } from "./spot-source.ts";
import { readsOf } from "./stored-prices.ts";

const POLL_MS = 1_000;
const TIMEOUT_MS = 2_000;
/** Two days of polls. */
const KEPT = 2 * 24 * 3_600;
const PRICE_CENTS_MAX = 1e12;

/** Asks once, and then every second until it is closed; an upstream may come and go. */
export async function openUpstream(url: string, clock: Clock): Promise<SpotSource> {
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
    const tsMs = Math.max(clock.nowMs(), prices.at(-1)?.tsMs ?? 0); // real clocks may step back
    prices.push({ tsMs, priceCents });
    if (prices.length === 2 * KEPT) prices.splice(0, KEPT);
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
