/** Which source a venue has, by what its owner named. */
import type { Clock } from "../injected/clock.ts";
import { generatedSource } from "./generated-source.ts";
import { openRecording } from "./recorded-source.ts";
import type { OpenSource } from "./spot-source.ts";
import { openUpstream } from "./upstream-source.ts";

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
