/** One recording from flags to its end: proxy, recorder and file put together. */
import { performance } from "node:perf_hooks";
import {
  loadProfile,
  type Profile,
  profileOfTarget,
  secretsOf,
} from "../deployment/profile/profile.ts";
import { Redactor, SEARCHED_LENGTH_MIN } from "../deployment/secrets/redact.ts";
import { UsageError } from "../deployment/usage-error.ts";
import type { SessionHeader } from "../session/format.ts";
import type { NewLine } from "../session/writer.ts";
import { Actors } from "./actors.ts";
import type { ControlCalls } from "./control-calls.ts";
import { withoutLeaks } from "./last-scan.ts";
import { learnListing } from "./market-listing.ts";
import { RecordedMarkets } from "./markets.ts";
import { NOT_PROMISED } from "./promises.ts";
import { type RunningProxy, startProxy } from "./proxy.ts";
import { Recorder } from "./recorder.ts";
import { SessionFile } from "./session-file.ts";
import { startedOver } from "./start-over.ts";

/** The flags of `touchstone record`. */
export interface RecordOptions {
  target?: string;
  profile?: string;
  streamUrl?: string;
  host: string;
  port: number;
  out: string;
  seed?: number;
  serialize?: boolean;
}

/** A recording under way. */
export interface Recording {
  /** Where callers find the proxy. */
  url: string;
  /** Whether the target answered when it was asked for its markets, if it was. */
  reached: boolean;
  /** Of a seeded venue: whether it was started over, in one sentence. */
  beginning: string | null;
  /** Resolves with what ended the recording early: a disk that is full, or too slow. */
  broken: Promise<Error>;
  /** Ends it: what is under way is cut, the file gets its end. Returns the number of lines. */
  stop(): Promise<number>;
}

/** Starts to record; `onLine` gets each line as it is written. Errors: UsageError for bad flags. */
export async function startRecording(
  options: RecordOptions,
  onLine: (line: NewLine) => void,
): Promise<Recording> {
  const profile = await profileOfFlags(options);
  const redactor = new Redactor();
  const actors = new Actors(redactor);
  actors.enlist(profile);
  for (const { placeholder, value } of secretsOf(profile)) {
    if (value.length < SEARCHED_LENGTH_MIN) throw tooShort(placeholder);
    redactor.add(placeholder, value);
  }
  const markets = new RecordedMarkets();
  // A venue whose ids come from a seed has others after each request: it is asked for nothing.
  const { seed } = options;
  const beginning = seed === undefined ? null : await startedOver(profile, seed);
  const reached = seed !== undefined || (await learnListing(profile, redactor, markets));
  const control: ControlCalls = { path: controlPath(profile), movesClock: false };
  const startMs = performance.now();
  const header = headerMaker({ profile, actors, markets, control }, seed ?? null);
  const page = new LineWriter(redactor, onLine);
  const write = (line: NewLine) => page.write(line);
  const recorder = new Recorder({ redactor, actors, markets, control, startMs, write });
  const proxy = await listening(options, profile, recorder);
  const file = await page
    .open(options.out, withoutLeaks(header(), redactor))
    .catch(async (error) => {
      await proxy.close();
      throw error;
    });
  return {
    url: proxy.url,
    reached,
    beginning,
    broken: page.broken,
    async stop() {
      await proxy.close();
      recorder.end();
      await file.end(withoutLeaks(header(), redactor));
      return file.count;
    },
  };
}

/** Where lines are written, each after a last look. */
class LineWriter {
  readonly broken: Promise<Error>;
  readonly #redactor: Redactor;
  readonly #onLine: (line: NewLine) => void;
  #fail = (_error: Error): void => {};
  #file: SessionFile | null = null;

  constructor(redactor: Redactor, onLine: (line: NewLine) => void) {
    this.#redactor = redactor;
    this.#onLine = onLine;
    this.broken = new Promise((resolve) => {
      this.#fail = (error) => {
        this.#file = null;
        resolve(error);
      };
    });
  }

  async open(path: string, header: SessionHeader): Promise<SessionFile> {
    this.#file = new SessionFile(path, header);
    this.#file.onFailure((error) => this.#fail(error));
    return this.#file;
  }

  write(line: NewLine): void {
    if (this.#file === null) return;
    try {
      const clean = withoutLeaks(line, this.#redactor);
      this.#file.write(clean);
      this.#onLine(clean);
    } catch (error) {
      this.#fail(error as Error);
    }
  }
}

async function profileOfFlags({ target, profile: file }: RecordOptions): Promise<Profile> {
  const address = target === undefined ? null : profileOfTarget(target);
  if (file === undefined) {
    if (address !== null) return address;
    throw new UsageError("what is to be recorded? give --target URL or --profile FILE");
  }
  const profile = await loadProfile(file, process.env);
  return address === null ? profile : { ...profile, baseUrl: address.baseUrl };
}

/** Found in plain words everywhere, it could not be told from them, nor kept out of the file. */
function tooShort(placeholder: string): UsageError {
  const least = `a secret of ${SEARCHED_LENGTH_MIN} characters or more`;
  return new UsageError(`${placeholder} is too short to be kept out of a recording: use ${least}`);
}

/** Below the target, where requests for it pass the proxy; elsewhere they do not. */
function controlPath({ control, baseUrl }: Profile): string | null {
  return control?.url.startsWith(`${baseUrl}/`) ? control.url.slice(baseUrl.length) : null;
}

interface Learned {
  profile: Profile;
  actors: Actors;
  markets: RecordedMarkets;
  control: ControlCalls;
}

function headerMaker({ profile, actors, markets, control }: Learned, seed: number | null) {
  const startedAt = new Date().toISOString();
  return (): SessionHeader => ({
    touchstone: "session/1",
    target: { name: profile.name, prefix: profile.prefix },
    recorded_by: "proxy",
    seed,
    // A seed is given for strict replay, which a venue on the system clock does not allow.
    clock: seed !== null || control.movesClock ? "virtual" : "system",
    started_at: startedAt,
    actors: actors.forHeader,
    markets: markets.described,
    not_promised: NOT_PROMISED,
  });
}

async function listening(
  { host, port, streamUrl, serialize = false }: RecordOptions,
  profile: Profile,
  recorder: Recorder,
): Promise<RunningProxy> {
  const stream = streamUrl ?? profile.streamUrl;
  try {
    return await startProxy(
      { target: profile.baseUrl, streamUrl: stream, host, port, serialize },
      recorder,
    );
  } catch (error) {
    throw new UsageError(`cannot listen on ${host}:${port}: ${(error as Error).message}`);
  }
}
