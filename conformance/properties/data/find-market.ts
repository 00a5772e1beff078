/** Whether a market is in a list of markets, on whichever of its pages. */

import { listOf, mentions } from "../../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";

/** Pages that are turned at most; of more nothing is said. */
const PAGES_MAX = 20;

/** The page that decided, and whether the market is there; null where it cannot be told. */
export interface FoundMarket {
  page: Exchange;
  isThere: boolean | null;
}

/** Turns the pages of a list, each as long as it comes, until one has the market or none is left. */
export async function findMarket(
  ask: (query: Record<string, string>) => Promise<Exchange>,
  id: string,
): Promise<FoundMarket> {
  let page = await ask({});
  for (let offset = 0, turned = 1; ; turned += 1) {
    const rows = listOf(page.response?.body)?.length ?? null;
    if (page.response?.status !== 200 || rows === null) return { page, isThere: null };
    if (mentions(page.response.body, id)) return { page, isThere: true };
    if (rows === 0) return { page, isThere: false };
    if (turned === PAGES_MAX) return { page, isThere: null };
    offset += rows;
    page = await ask({ offset: String(offset) });
  }
}
