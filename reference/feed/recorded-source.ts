/** A recording of the price of bitcoin: a CSV file that plays from the venue's start. */
import { readFileSync } from "node:fs";
import type { OpenSource, SpotPrice } from "./spot-source.ts";
import { readsOf } from "./stored-prices.ts";

const LINE = /^(\d{1,15}),(\d{1,9}(?:\.\d+)?)$/;
const HEADER = /^[A-Za-z_]+,[A-Za-z_]+$/;

/**
 * Opens `ts_ms,price` lines (USD), a heading allowed, in order of time. The first plays when the
 * venue starts, the others as much later as they were recorded; after the last the feed is stale.
 * Errors: RangeError naming the line, or saying that the file cannot be read.
 */
export function openRecording(path: string): OpenSource {
  const recorded = parse(textOf(path), path);
  const firstMs = recorded[0]!.tsMs;
  return (_seed, startMs) => ({
    name: "recorded",
    isReachable: () => true,
    ...readsOf(recorded.map((spot) => ({ ...spot, tsMs: spot.tsMs - firstMs + startMs }))),
    close: () => {},
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new RangeError(`cannot read the feed: ${(error as Error).message}`);
  }
}

function parse(text: string, path: string): SpotPrice[] {
  const prices: SpotPrice[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    if (line === "" || (index === 0 && HEADER.test(line))) return;
    const [, tsMs, price] = LINE.exec(line) ?? [];
    const spot = { tsMs: Number(tsMs), priceCents: Math.round(Number(price) * 100) };
    if (!(spot.priceCents > 0)) throw new RangeError(`${path}:${index + 1}: not "ts_ms,price"`);
    if (spot.tsMs <= (prices.at(-1)?.tsMs ?? -1)) {
      throw new RangeError(`${path}:${index + 1}: not later than the line before`);
    }
    prices.push(spot);
  });
  if (prices.length === 0) throw new RangeError(`${path}: holds no tick`);
  return prices;
}
