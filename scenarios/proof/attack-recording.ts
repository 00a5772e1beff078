/**
 * Tries to get a secret through the recorder onto the disk: in any place where secrets stand, and
 * said again in any encoding, in any container. What is found is a leak, or an end of a recording.
 *
 *   tsx scenarios/proof/attack-recording.ts --draws 100000 --seed 1
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Redactor } from "../deployment/secrets/redact.ts";
import { Actors } from "../record/actors.ts";
import { withoutLeaks } from "../record/last-scan.ts";
import { RecordedMarkets } from "../record/markets.ts";
import { Recorder } from "../record/recorder.ts";
import { SessionFile } from "../record/session-file.ts";
import { Random } from "../simulation/random.ts";
import { type DrawnSecret, draw } from "./recording/draw.ts";
import { readings } from "./recording/encodings.ts";

/** How much is tried, and by whom secrets are kept out. */
export interface AttackOptions {
  draws: number;
  seed: number;
  redactor?: () => Redactor;
}

/** Draws that go into one file, so that what one brings may leak in another. */
const DRAWS_A_FILE = 200;
const FOUND_MAX = 20;
interface NumberedSecret extends DrawnSecret {
  number: number;
}

/** Errors: none; a leak is a line of `found`, with the draw that makes it again. */
export async function attack(options: AttackOptions): Promise<{ tried: number; found: string[] }> {
  const { draws, seed } = options;
  const folder = mkdtempSync(join(tmpdir(), "touchstone-attack-"));
  const found: string[] = [];
  try {
    for (let from = 0; from < draws; from += DRAWS_A_FILE) {
      const numbers = Array.from(
        { length: Math.min(DRAWS_A_FILE, draws - from) },
        (_, n) => from + n,
      );
      const batch = numbers.map((number) => ({
        number,
        ...draw(new Random(seed, `draw ${number}`)),
      }));
      const file = join(folder, `${from}.session.jsonl`);
      const ended = await recorded(batch, file, options.redactor?.() ?? new Redactor());
      if (ended !== null) found.push(`seed ${seed}, draws from ${from}: ${ended}`);
      found.push(
        ...leaksIn(readFileSync(file, "utf8"), batch).map((leak) => `seed ${seed}, ${leak}`),
      );
      rmSync(file);
      if (found.length >= FOUND_MAX) return { tried: from + numbers.length, found };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { tried: draws, found };
}

/** Every draw whose secret can be read in the file, as it is or as it was said. */
function leaksIn(text: string, draws: readonly NumberedSecret[]): string[] {
  const seen = readings(text).join("\n").toLowerCase();
  return draws
    .filter(({ secret, said }) => [secret, ...said].some((one) => seen.includes(one.toLowerCase())))
    .map(({ number, how }) => `draw ${number}: ${how.join(", then ")}`);
}

/** Writes what passes; returns what ended it, if anything did. */
async function recorded(
  draws: readonly DrawnSecret[],
  path: string,
  redactor: Redactor,
): Promise<string | null> {
  const header = {
    touchstone: "session/1",
    target: { name: "t", prefix: "" },
    recorded_by: "proxy",
  };
  const facts = { seed: null, clock: "system", started_at: "", actors: {}, markets: {} } as const;
  const file = new SessionFile(path, { ...header, ...facts } as never);
  const recorder = new Recorder({
    ...{ redactor, actors: new Actors(redactor), markets: new RecordedMarkets() },
    control: { path: null, movesClock: false },
    startMs: 0,
    write: (line) => file.write(withoutLeaks(line, redactor)),
  });
  let ended: string | null = null;
  try {
    for (const { passed, frames, isStreamFirst } of draws) {
      if (!isStreamFirst) recorder.exchange()(passed);
      if (frames.length > 0) said(recorder, { passed, frames });
      if (isStreamFirst) recorder.exchange()(passed);
    }
  } catch (error) {
    ended = (error as Error).message;
  }
  recorder.end();
  await file.end({ ...header, ...facts } as never);
  return ended;
}

/** Everything on one stream, and the last of it again as the reason of its end. */
function said(
  recorder: Recorder,
  { passed, frames }: Pick<DrawnSecret, "passed" | "frames">,
): void {
  const answer = { status: 101, headers: [], body: Buffer.alloc(0) };
  const stream = recorder.handshake()({ ...passed, headers: [], url: "/stream", answer });
  for (const message of frames) {
    stream.said({ by: "client", message, isBinary: message[0]! > 127, atMs: 0 });
  }
  stream.closed({ by: "venue", code: 4000, reason: frames.at(-1)!.toString(), atMs: 0 });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({
    options: {
      draws: { type: "string", default: "100000" },
      seed: { type: "string", default: "1" },
    },
  });
  const { tried, found } = await attack({ draws: Number(values.draws), seed: Number(values.seed) });
  for (const leak of found) console.log(leak);
  console.log(`${tried} draws, ${found.length} leaks`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
