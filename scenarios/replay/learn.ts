/** Proposes what not to compare: what differs between two replays on one target is noise. */
import { writeFile } from "node:fs/promises";
import { stringify } from "yaml";
import { say } from "../../reports/render/say.ts";
import { openSession } from "../session/reader.ts";
import { routeNamed } from "./judge.ts";
import { type Matcher, Matchers } from "./matchers.ts";
import { isScenario, type PlayOptions } from "./play-file.ts";
import { replay } from "./replay.ts";

const HEAD = "# Proposed by `touchstone replay --learn`: read it, keep what is noise, commit it.\n";

/**
 * Replays every session twice and writes what differed both times from the recording, and not
 * alike: to be read by a person before it is given to --ignore. Returns the exit code.
 */
export async function learned(
  files: readonly string[],
  out: string,
  options: PlayOptions,
): Promise<number> {
  const proposed = new Map<string, Matcher>();
  for (const file of files.filter((one) => !isScenario(one))) {
    const [first, second] = [
      await differencesIn(file, options),
      await differencesIn(file, options),
    ];
    for (const [place, { matcher, value }] of first) {
      const again = second.get(place);
      if (again !== undefined && again.value !== value) proposed.set(place, matcher);
    }
  }
  await writeFile(out, HEAD + stringify({ ignore: [...proposed.values()] }));
  say(`${proposed.size} places differ by themselves: ${out}`);
  return 0;
}

async function differencesIn(file: string, options: PlayOptions) {
  const reading = await openSession(file);
  const deployment = await options.open(reading.header.seed ?? options.seed, reading.header);
  const matchers = new Matchers(options.ignore);
  const found = new Map<string, { matcher: Matcher; value: string }>();
  try {
    const { findings } = await replay(reading, deployment, {
      strict: false,
      speed: "max",
      matchers,
    });
    for (const { what, differences } of findings) {
      const [method = "", path = ""] = what.split(" ");
      const route = routeNamed(method, path);
      for (const { at, live } of differences) {
        const place = at.replaceAll(".", "/").replace(/\[\d+\]/g, "/*");
        const matcher = { route, at: place, why: "differs between two replays" };
        found.set(`${route} ${place}`, { matcher, value: JSON.stringify(live) });
      }
    }
    return found;
  } finally {
    await deployment.close();
  }
}
