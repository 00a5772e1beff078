/**
 * Records long sessions of real clients (a bot's day, a browser's minutes, a script), and plays
 * each again on three venues: `npm run clients -- --long`, with `--only NAME`. The recordings, which are
 * too big to be kept here, go to `--keep DIR`; `--no-record` plays those that are there.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import {
  type LongVerdicts,
  longVerdicts,
} from "../conformance/proof/clients/long-verdicts.fixture.ts";
import { placeOf, RECORDED_SEED } from "../conformance/proof/clients/venues.fixture.ts";
import {
  type IndependentVenueOptions,
  startIndependentVenue,
} from "../conformance/proof/independent-venue/index.ts";
import { chromiumPath } from "../reference/http/chromium.fixture.ts";
import { type ReferenceOptions, startReference } from "../reference/index.ts";
import type { ReplayFileResult } from "../reports/schema/replay.ts";
import type { ProfileFile } from "../scenarios/deployment/profile/profile-schema.ts";
import { startRecording } from "../scenarios/record/recording.ts";

const run = promisify(execFile);
const FRONT_DOOR = join(import.meta.dirname, "../touchstone.mjs");
const TOKEN = "token-of-an-operator";
const CLIENT_MS_MAX = 3_600_000;
const LOOK_MS = 200;

type Command = [program: string, ...args: string[]];

/** A session: who acts, and on what clock. Shape: `python` is where Python's libraries are. */
interface LongSession {
  command(python: () => Promise<string>): Promise<Command>;
  clock: "system" | "virtual";
  /** Of an hour and more: played where it is named alone. */
  isLongest?: true;
}

async function aDay(python: () => Promise<string>): Promise<Command> {
  return [await python(), "-W", "ignore", placeOf("long/day.py")];
}

const SESSIONS: Record<string, LongSession> = {
  "a bot's day": {
    command: aDay,
    clock: "virtual",
  },
  "a bot's busy day": {
    command: async (python) => {
      const [program, ...args] = await aDay(python);
      return ["env", "ORDERS=140000", program, ...args];
    },
    clock: "virtual",
    isLongest: true,
  },
  "a browser's minute": {
    command: async () => ["node", placeOf("long/minute.mjs")],
    clock: "system",
  },
  "a minute at the terminal": {
    command: async () => ["node", placeOf("long/terminal.mjs")],
    clock: "system",
  },
  "a curl script": { command: async () => ["bash", placeOf("long/script.sh")], clock: "system" },
};

/** Where things are put, and who installs libraries. */
interface Means {
  folder: string;
  python(): Promise<string>;
  only?: string;
  keep?: string;
  "no-record": boolean;
}

/** Records, plays, and keeps what it came to. Returns the exit code. */
export async function longSessions(means: Means): Promise<number> {
  const { folder, python, only, keep, "no-record": isPlayed } = means;
  const kept = longVerdicts();
  for (const [name, session] of Object.entries(SESSIONS)) {
    if (only === undefined ? session.isLongest : only !== name) continue;
    const called = `${name.replaceAll(/[^a-z]+/g, "-")}.session.jsonl`;
    const file = join(folder, called);
    if (isPlayed && keep !== undefined) copyFileSync(join(keep, called), file);
    else await record(file, await session.command(python), session);
    if (keep !== undefined) mkdirSync(keep, { recursive: true });
    if (keep !== undefined) copyFileSync(file, join(keep, called));
    kept[name] = await replayed(name, file, session);
  }
  writeFileSync(placeOf("long/verdicts.json"), `${JSON.stringify(kept, null, 2)}\n`);
  const isWell = Object.values(kept).every(({ venues }) =>
    Object.values(venues).every(({ result }) => result === "pass"),
  );
  return isWell ? 0 : 1;
}

/** The venue is told the proxy's address: whom it sends to sign in has to come back there. */
async function record(out: string, [program, ...args]: Command, session: LongSession) {
  const port = await freePort();
  const venue = await startReference({
    ...ownVenue(session),
    baseUrl: `http://127.0.0.1:${port}`,
  });
  const file = { ...(venue.profile() as ProfileFile), base_url: venue.url };
  const profile = `${out}.yaml`;
  writeFileSync(profile, JSON.stringify({ ...file, stream_url: venue.url.replace("http", "ws") }));
  const recording = await startRecording({ profile, host: "127.0.0.1", port, out }, () => {});
  try {
    const keyOf = (name: string) => file.agents?.find((one) => one.name === name)?.api_key;
    const market = (kind: string) => file.markets?.find((one) => one.kind === kind)?.id;
    const env = {
      ...{ BASE: recording.url, MARKET: market("BTC_BINARY"), PERP: market("BTC_PERP") },
      ...{ MAKER_KEY: keyOf("maker"), TAKER_KEY: keyOf("taker"), CONTROL_TOKEN: TOKEN },
      ...(chromiumPath !== undefined && { CHROMIUM: chromiumPath }),
    };
    await run(program, args, { env: { ...process.env, ...env }, timeout: CLIENT_MS_MAX });
  } finally {
    await recording.stop();
    await venue.close();
  }
}

function ownVenue({ clock }: LongSession): ReferenceOptions {
  const operator = clock === "virtual" ? { controlToken: TOKEN } : {};
  return { seed: RECORDED_SEED, clock, makers: true, ...operator };
}

/** The operator's part is played where the session has one. */
async function replayed(name: string, file: string, session: LongSession): Promise<LongVerdicts> {
  const lines = await linesIn(file);
  const own = await startReference(ownVenue(session));
  const parts: IndependentVenueOptions["control"] =
    session.clock === "virtual"
      ? ["agents", "markets", "clock"]
      : ["agents", "markets", "sessions"];
  const other = await startIndependentVenue({ control: parts });
  try {
    const allows = session.clock === "virtual" ? ["--allow-control"] : [];
    const on = async (venue: string, profile?: ProfileFile) => {
      const at = `${file}.profile.json`;
      if (profile !== undefined) writeFileSync(at, JSON.stringify(profile));
      const told = await measured(file, profile === undefined ? [] : ["--profile", at, ...allows]);
      console.log(`${name}, ${venue}:`, JSON.stringify(told));
      return told;
    };
    return {
      lines,
      venues: {
        "its own deployment": await on("its own deployment", own.profile() as ProfileFile),
        "a new reference": await on("a new reference"),
        "a venue that shares no code": await on("another venue", other.profile as ProfileFile),
      },
    };
  } finally {
    await own.close();
    await other.close();
  }
}

/** What is neither the first line nor the last: a file may be longer than a text can be. */
async function linesIn(file: string): Promise<number> {
  let count = 0;
  for await (const _ of createInterface({ input: createReadStream(file) })) count += 1;
  return count - 2;
}

/** One replay by the command line, with its time and the most memory it had. */
async function measured(file: string, flags: readonly string[]) {
  const out = `${file}.report`;
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [FRONT_DOOR, "replay", file, "--seed", "8", "--report", out, ...flags],
    { stdio: ["ignore", "inherit", "ignore"] },
  );
  let memoryMb = 0;
  const timer = setInterval(() => {
    memoryMb = Math.max(memoryMb, memoryMbOf(child));
  }, LOOK_MS);
  await once(child, "close");
  clearInterval(timer);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const report = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
  const [{ result, verdict, counts }] = report.files as [ReplayFileResult];
  return { result, verdict, counts, seconds, memoryMb };
}

/** The most that a process ever had, where the system tells. Units: MB. */
function memoryMbOf({ pid }: ChildProcess): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  const [, kb] = /VmHWM:\s*(\d+)/.exec(readFileSync(status, "utf8")) ?? [];
  return Math.round(Number(kb ?? 0) / 1_024);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
