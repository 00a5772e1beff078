/**
 * Records what real HTTP clients do, each through the proxy, and plays it again on three venues.
 * Wants Python, Go, a JDK, Chromium and curl, and their registries. `--only NAME` takes one of them,
 * `--no-record` plays what there is; `--check` keeps nothing, leaves out who cannot be installed, and
 * fails where a session does not pass. `--long` takes long sessions instead: long-sessions.ts.
 */
import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import {
  CLIENT_VENUES,
  type ClientVerdicts,
  keptVerdicts,
  placeOf,
  RECORDED_SEED,
  replayedOn,
  sessionOf,
} from "../conformance/proof/clients/venues.fixture.ts";
import { chromiumPath } from "../reference/http/chromium.fixture.ts";
import { startReference } from "../reference/index.ts";
import type { ProfileFile } from "../scenarios/deployment/profile/profile-schema.ts";
import { startRecording } from "../scenarios/record/recording.ts";
import { longSessions } from "./long-sessions.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "touchstone-clients-"));
const CLIENT_MS_MAX = 60_000;

/** Where a library is installed, made when it is first wanted. */
const installed = {
  async python(): Promise<string> {
    const place = join(folder, "python");
    if (existsSync(place)) return join(place, "bin/python");
    await run("python3", ["-m", "venv", place]);
    const packages = ["requests", "httpx", "aiohttp", "websockets"];
    await run(join(place, "bin/pip"), ["install", "--quiet", ...packages]);
    return join(place, "bin/python");
  },
  async node(): Promise<string> {
    const place = join(folder, "node/libraries.cjs");
    if (existsSync(join(folder, "node"))) return place;
    await run("npm", ["install", "--silent", "--prefix", join(folder, "node"), ...NODE_PACKAGES]);
    return place;
  },
  /** Functions made of the OpenAPI document, beside the libraries. */
  async openapi(): Promise<string> {
    const place = await installed.node();
    const venue = await startReference({ seed: RECORDED_SEED, clock: "virtual", listen: false });
    const { body } = await venue.handle({ method: "GET", path: "/openapi.json" });
    await venue.close();
    const [document, source] = [join(folder, "openapi.json"), join(place, "../generated.ts")];
    writeFileSync(document, body);
    await run("npx", ["oazapfts", document, source]);
    const bundled = `--outfile=${join(place, "../generated.cjs")}`;
    await run("npx", ["esbuild", source, "--bundle", "--format=cjs", "--platform=node", bundled]);
    return place;
  },
  async go(): Promise<string> {
    const place = mkdtempSync(join(folder, "go-"));
    copyFileSync(placeOf("programs/main.go"), join(place, "main.go"));
    await run("go", ["mod", "init", "client"], { cwd: place });
    await run("go", ["get", "github.com/gorilla/websocket@v1.5.3"], { cwd: place });
    await run("go", ["build", "-o", "client", "."], { cwd: place });
    return join(place, "client");
  },
};
const NODE_PACKAGES = ["undici@7", "axios@1", "ws@8", "@oazapfts/runtime@1"];

type Command = [program: string, ...args: string[]];

const python = (library: string) => async (): Promise<Command> => [
  await installed.python(),
  placeOf("programs/python.py"),
  library,
];
const node = (library: string) => async (): Promise<Command> => {
  process.env["LIBRARIES"] = await installed.node();
  return ["node", placeOf("programs/node.mjs"), library];
};

const CLIENTS: Record<string, () => Promise<Command>> = {
  "python-requests": python("requests"),
  "python-httpx": python("httpx"),
  "python-aiohttp": python("aiohttp"),
  "python-urllib": python("urllib"),
  "node-undici": node("undici"),
  "node-axios": node("axios"),
  "node-fetch": node("fetch"),
  "go-net-http": async () => [await installed.go()],
  "java-http-client": async () => ["java", placeOf("programs/Client.java")],
  "node-openapi": async () => {
    process.env["LIBRARIES"] = await installed.openapi();
    return ["node", placeOf("programs/node.mjs"), "openapi"];
  },
  chromium: async () => {
    if (chromiumPath === undefined) throw new Error("no browser is installed");
    process.env["CHROMIUM"] = chromiumPath;
    return node("chromium")();
  },
  curl: async () => ["bash", placeOf("programs/curl.sh")],
};

/** Lets a client do its exchanges with a new venue, through the proxy. Returns the session. */
async function record(client: string, [program, ...args]: Command): Promise<string> {
  const venue = await startReference({ seed: RECORDED_SEED });
  const profile = join(folder, `${client}.yaml`);
  const file = venue.profile() as ProfileFile;
  writeFileSync(profile, JSON.stringify(file));
  const out = join(folder, `${client}.session.jsonl`);
  const recording = await startRecording({ profile, host: "127.0.0.1", port: 0, out }, () => {});
  try {
    const keyOf = (name: string) => file.agents?.find((one) => one.name === name)?.api_key;
    const market = file.markets?.find(({ kind }) => kind === "BTC_BINARY")?.id;
    const env = {
      ...process.env,
      ...{ BASE: recording.url, EXCHANGES: placeOf("exchanges.txt"), MARKET: market },
      ...{ MAKER_KEY: keyOf("maker"), TAKER_KEY: keyOf("taker") },
    };
    await run(program, args, { env, timeout: CLIENT_MS_MAX });
  } finally {
    await recording.stop();
    await venue.close();
  }
  return out;
}

/** Plays a session on the venues, and says what it comes to. */
async function replayed(client: string, session: string): Promise<ClientVerdicts> {
  const own: Partial<ClientVerdicts> = {};
  for (const venue of CLIENT_VENUES) {
    const { result, verdict, counts, detail, allowed } = await replayedOn(venue, session);
    own[venue] = { result, verdict, counts };
    console.log(`${client}, ${venue}: ${result}`, JSON.stringify(counts), detail ?? "");
    if (!values.check)
      for (const { why, count } of allowed) console.log(`  ${count} times: ${why}`);
  }
  return own as ClientVerdicts;
}

/** Records and plays, and keeps both. */
async function keep(clients: readonly string[]): Promise<void> {
  const verdicts = existsSync(placeOf("verdicts.json")) ? keptVerdicts() : {};
  for (const client of clients) {
    if (!values["no-record"]) {
      copyFileSync(await record(client, await CLIENTS[client]!()), sessionOf(client));
    }
    verdicts[client] = await replayed(client, sessionOf(client));
  }
  const sorted = Object.fromEntries(Object.entries(verdicts).sort());
  writeFileSync(placeOf("verdicts.json"), `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Records and plays whom it can install. Returns the exit code. */
async function check(clients: readonly string[]): Promise<number> {
  const failed: string[] = [];
  let passed = 0;
  for (const client of clients) {
    const command = await CLIENTS[client]!().catch((error: Error) => error);
    const lacks = command instanceof Error ? command.message : lackOf(command[0]);
    if (command instanceof Error || lacks !== null) {
      console.log(`${client}: cannot be installed here, and is not recorded anew: ${lacks}`);
      continue;
    }
    const verdicts = await replayed(client, await record(client, command));
    const isWell = Object.values(verdicts).every(({ result }) => result === "pass");
    if (isWell) passed += 1;
    else failed.push(client);
  }
  console.log(`${passed} of ${clients.length} clients recorded anew and replayed`);
  for (const client of failed) console.log(`failed: ${client}`);
  return failed.length === 0 && passed > 0 ? 0 : 1;
}

function lackOf(program: string): string | null {
  return spawnSync("which", [program]).status === 0 ? null : `no ${program} is there`;
}

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    "no-record": { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    keep: { type: "string" },
  },
});
const chosen = Object.keys(CLIENTS).filter((one) => [undefined, one].includes(values.only));
try {
  const { python } = installed;
  if (values.long) process.exitCode = await longSessions({ folder, python, ...values });
  else if (values.check) process.exitCode = await check(chosen);
  else await keep(chosen);
} finally {
  rmSync(folder, { recursive: true });
}
