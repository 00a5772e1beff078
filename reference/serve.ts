/** The `serve` command: a local venue in real or virtual time. */
import { closeSync, fchmodSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { drawSecret, isSeed } from "./injected/entropy.ts";
import { type Reference, startReference } from "./start.ts";
import { MEMORY_STORE } from "./store/memory-store.ts";
import { HOURS_KEPT } from "./store/results.ts";
import { StoreUnusable } from "./store/store.ts";
import { isLoopback } from "./wire/own-hosts.ts";

interface ServeFlags {
  port: number;
  host: string;
  seed?: number;
  clock: "system" | "virtual";
  /** True where one is to be drawn. */
  controlToken?: string | true;
  insecure?: true;
  profileOut?: string;
  store?: string;
  baseUrl?: string;
  feed?: string;
  idpIssuer?: string;
  idpClientId?: string;
  keepResults?: number;
  log?: true;
}

const EXAMPLES = `
Examples:
  touchstone serve
  touchstone serve --seed 7 --clock virtual --control-token secret
  touchstone serve --profile-out venue.yaml
  touchstone serve --store postgres://venue@db.example/venue
  touchstone serve --idp-issuer https://idp.example --idp-client-id venue
  touchstone conform --profile venue.yaml        (in another terminal)
`;

/** Where a venue that is not to be repeated keeps what has happened, beside where it was started. */
const FILE_STORE = "sqlite:touchstone.sqlite";

/** A hundred years. Units: hours. */
const HOURS_MAX = 876_000;
/** Fewer can be guessed by those who may try. */
const TOKEN_CHARS_MIN = 20;

/** @bound {STOP_MS} ms: a stop that is not over by then ends the process all the same; reference/serve.test.ts */
const STOP_MS = 9_500;

/** Where the client secret is read from: flags are seen by everybody on the machine. */
const SECRET = "TOUCHSTONE_IDP_CLIENT_SECRET";

/** A venue that cannot start is one line on stderr and exit code 2. */
export function serveCommand(): Command {
  return new Command("serve")
    .option("--port <n>", "port to listen on, 0 for a free one", parsePort, 9000)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--insecure", "let other machines reach a venue whose secrets can be guessed")
    .option("--seed <n>", "seed of all ids and keys (default: drawn at random)", parseSeed)
    .addOption(
      new Option("--clock <kind>", "real time, or time moved by the control protocol")
        .choices(["system", "virtual"])
        .default("system"),
    )
    .addOption(
      new Option(
        "--control-token [token]",
        "offer the control protocol to its holders (without a token: one is drawn for the profile)",
      ).env("TOUCHSTONE_CONTROL_TOKEN"),
    )
    .addOption(
      new Option(
        "--store <url>",
        `sqlite:FILE, ${MEMORY_STORE} or postgres://… (default: ${FILE_STORE}; ` +
          `${MEMORY_STORE} with a seed or virtual time)`,
      ).env("TOUCHSTONE_STORE"), // a URL with a password is better not seen by everybody
    )
    .option(
      "--keep-results <hours>",
      "how long the answer to a client order id is kept at least (default: 24)",
      parseHours,
    )
    .option(
      "--profile-out <file>",
      "write a ready profile, keys included (JSON where FILE ends so)",
    )
    .option("--log", "print a line for each request that was answered")
    .option("--feed <file|url>", "price of bitcoin: CSV or URL (default: a seeded walk)")
    .option("--base-url <url>", "where it is reached from outside, if through a proxy")
    .option("--idp-issuer <url>", "identity provider (default: an embedded one, for development)")
    .option("--idp-client-id <id>", `what it knows the venue as; a secret is read from ${SECRET}`)
    .addHelpText("after", EXAMPLES)
    .action(serve);
}

/** The flags, once a token is known. */
type ServeOptions = Omit<ServeFlags, "controlToken"> & { controlToken?: string };

async function serve(given: ServeFlags): Promise<void> {
  refuseGuessable(given);
  const { controlToken: _, ...others } = given;
  const flags: ServeOptions = { ...others, ...drawnToken(given) };
  // Opened before anything else, so that an unwritable file is told before the venue runs.
  const file = flags.profileOut === undefined ? null : openProfile(flags.profileOut);
  const reference = await start(flags);
  if (file !== null) writeProfile(file, await profileText(reference, flags.profileOut!));
  const stop = (): void => {
    // What is not kept by then is replayed at the next start: it was acknowledged, so it is stored.
    setTimeout(() => process.exit(0), STOP_MS).unref();
    void reference.close().then(() => process.exit(0));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  console.log(announcement(reference, flags)); // last: who has read it may end it
}

/** Errors: ends the process. */
function refuseGuessable({ host, seed, clock, controlToken, insecure }: ServeFlags): void {
  if (insecure || isLoopback(host)) return;
  const remedy = `listen on 127.0.0.1, or add --insecure if ${host} is a network of your own`;
  if (seed !== undefined || clock === "virtual") {
    fail(`every key of a venue with --seed or --clock virtual can be foretold: ${remedy}`);
  }
  if (typeof controlToken === "string" && controlToken.length < TOKEN_CHARS_MIN) {
    fail(`a control token of less than ${TOKEN_CHARS_MIN} characters can be guessed: ${remedy}`);
  }
}

/** Errors: ends the process where nobody would learn of the token. */
function drawnToken({ controlToken, profileOut }: ServeFlags): { controlToken?: string } {
  if (controlToken !== true) return controlToken === undefined ? {} : { controlToken };
  if (profileOut === undefined) fail("--control-token without a token needs --profile-out");
  return { controlToken: drawSecret().toString("base64url") };
}

async function start(flags: ServeOptions): Promise<Reference> {
  const { profileOut: _, insecure: __, keepResults, log, ...rest } = flags;
  const { idpIssuer: issuer, idpClientId: clientId, ...options } = rest;
  if ((issuer === undefined) !== (clientId === undefined)) {
    fail("--idp-issuer and --idp-client-id come together");
  }
  const clientSecret = process.env[SECRET];
  const secret = clientSecret === undefined ? {} : { clientSecret };
  const idp = issuer && clientId ? { idp: { issuer, clientId, ...secret } } : {};
  try {
    const results = keepResults === undefined ? {} : { results: { hours: keepResults } };
    const told = log === undefined ? {} : { log: console.log };
    const kept = { ...results, store: storeOf(flags) };
    return await startReference({ ...options, ...idp, ...kept, ...told, makers: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.endsWith("MODULE_NOT_FOUND")) throw error; // the front door says what to install
    if (error instanceof RangeError || error instanceof StoreUnusable) fail(error.message);
    return fail(`cannot listen on ${flags.host}:${flags.port}: ${(error as Error).message}`);
  }
}

/** What can be started again the same way is not worth keeping. */
function storeOf({ store, seed, clock }: ServeOptions): string {
  return store ?? (seed === undefined && clock === "system" ? FILE_STORE : MEMORY_STORE);
}

function openProfile(path: string): number {
  try {
    return openSync(path, "a", 0o600);
  } catch (error) {
    return fail(`cannot write the profile: ${(error as Error).message}`);
  }
}

/** YAML, or JSON for a file that is named so. */
async function profileText(reference: Reference, path: string): Promise<string> {
  const profile = reference.profile();
  if (path.endsWith(".json")) return `${JSON.stringify(profile, null, 2)}\n`;
  const { stringify } = await import("yaml"); // loaded late: most venues write none
  const comment = "# A profile of a running reference venue. It holds API keys: keep it private.\n";
  return comment + stringify(profile);
}

function writeProfile(file: number, text: string): void {
  fchmodSync(file, 0o600); // the file may have been there before
  ftruncateSync(file);
  writeSync(file, text);
  closeSync(file);
}

function announcement(reference: Reference, flags: ServeOptions): string {
  const lines = [
    `venue     ${reference.url} (${flags.clock} clock)`,
    `keys      ${reference.url}/ (sign in, create one)`,
    `docs      ${reference.url}/docs`,
    `openapi   ${reference.url}/openapi.json`,
    `seed      ${reference.seed}`,
    `store     ${reference.store}${reference.store === MEMORY_STORE ? " (ends with the process)" : ""}`,
    ...(reference.controlUrl === null ? [] : [`control   ${reference.controlUrl}`]),
    ...(flags.profileOut === undefined
      ? ["profile   none; --profile-out FILE writes one, with keys to trade with"]
      : [
          `profile   ${flags.profileOut}`,
          `try       touchstone conform --profile ${flags.profileOut}`,
        ]),
  ];
  return lines.join("\n");
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("A port is an integer from 0 to 65535.");
}

/** A replay means something for a day at least. D-046. */
function parseHours(text: string): number {
  const hours = Number(text);
  if (/^\d+$/.test(text) && hours >= HOURS_KEPT && hours <= HOURS_MAX) return hours;
  throw new InvalidArgumentError(`Hours are an integer from ${HOURS_KEPT} to ${HOURS_MAX}.`);
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && isSeed(seed)) return seed;
  throw new InvalidArgumentError("A seed is an integer from 0 to 2^53 - 1.");
}

function fail(message: string): never {
  console.error(`touchstone serve: ${message}`);
  process.exit(2);
}
