/** Where the reference price of bitcoin comes from. */
import type { Clock } from "../injected/clock.ts";
import { generatedSource } from "./generated-source.ts";
import { openRecording } from "./recorded-source.ts";
import { openUpstream } from "./upstream-source.ts";

/** One price. Units: epoch ms, cents per BTC. */
export interface SpotPrice {
  tsMs: number;
  priceCents: number;
}

/** A supply of prices by the venue's clock; nothing later than the time asked for is ever given. */
export interface SpotSource {
  /** As the health route names it. */
  readonly name: string;
  /** Whether it could be asked at last. */
  isReachable(): boolean;
  /** The last price up to a time, however old; null before the first. */
  last(atMs: number): SpotPrice | null;
  /** Prices from one time to another, both included, oldest first. */
  prices(fromMs: number, toMs: number): SpotPrice[];
  /** Has one told, the last who asked, when it can be reached no more; absent where it always can. */
  whenLost?(tell: () => void): void;
  /** Stops asking. */
  close(): void;
}

/** Makes the source of a venue that starts at a time, from a seed. Units: epoch ms. */
export type OpenSource = (seed: number, startMs: number) => SpotSource;

/** A file to play or a URL to ask; nothing for the generated walk. Errors: RangeError. */
export async function openFeed(
  named: string | undefined,
  { clock, isVirtual }: { clock: Clock; isVirtual: boolean },
): Promise<OpenSource> {
  if (named === undefined) return generatedSource;
  if (!/^https?:\/\//.test(named)) return openRecording(named);
  if (isVirtual) throw new RangeError("a feed by URL needs the system clock");
  if (!URL.canParse(named)) throw new RangeError("the feed is no valid URL");
  const source = await openUpstream(named, clock);
  return () => source;
}
