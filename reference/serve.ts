/** The `serve` command: a local venue in real or virtual time. */
import { closeSync, fchmodSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { type Reference, StoreUnusable, startReference } from "./index.ts";
import { isSeed } from "./injected/entropy.ts";
import { MEMORY_STORE } from "./store/memory-store.ts";

interface ServeFlags {
  port: number;
  host: string;
  seed?: number;
  clock: "system" | "virtual";
  controlToken?: string;
  profileOut?: string;
  store?: string;
  baseUrl?: string;
  feed?: string;
  idpIssuer?: string;
  idpClientId?: string;
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

/** Where the client secret is read from: flags are seen by everybody on the machine. */
const SECRET = "TOUCHSTONE_IDP_CLIENT_SECRET";

/** A venue that cannot start is one line on stderr and exit code 2. */
export function serveCommand(): Command {
  return new Command("serve")
    .option("--port <n>", "port to listen on, 0 for a free one", parsePort, 9000)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--seed <n>", "seed of all ids and keys (default: drawn at random)", parseSeed)
    .addOption(
      new Option("--clock <kind>", "real time, or time moved by the control protocol")
        .choices(["system", "virtual"])
        .default("system"),
    )
    .addOption(
      new Option("--control-token <token>", "offer the control protocol to its holders").env(
        "TOUCHSTONE_CONTROL_TOKEN",
      ),
    )
    .addOption(
      new Option(
        "--store <url>",
        `sqlite:FILE, ${MEMORY_STORE} or postgres://… (default: ${FILE_STORE}; ` +
          `${MEMORY_STORE} with a seed or virtual time)`,
      ).env("TOUCHSTONE_STORE"), // a URL with a password is better not seen by everybody
    )
    .option("--profile-out <file>", "write a ready profile, keys included")
    .option("--feed <file|url>", "price of bitcoin: CSV or URL (default: a seeded walk)")
    .option("--base-url <url>", "where it is reached from outside, if through a proxy")
    .option("--idp-issuer <url>", "identity provider (default: an embedded one, for development)")
    .option("--idp-client-id <id>", `what it knows the venue as; a secret is read from ${SECRET}`)
    .addHelpText("after", EXAMPLES)
    .action(serve);
}

async function serve(flags: ServeFlags): Promise<void> {
  // Opened before anything else, so that an unwritable file is told before the venue runs.
  const file = flags.profileOut === undefined ? null : openProfile(flags.profileOut);
  const reference = await start(flags);
  if (file !== null) await writeProfile(file, reference);
  const stop = (): void => void reference.close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  console.log(announcement(reference, flags)); // last: who has read it may end it
}

async function start(flags: ServeFlags): Promise<Reference> {
  const { profileOut: _, idpIssuer: issuer, idpClientId: clientId, ...options } = flags;
  if ((issuer === undefined) !== (clientId === undefined)) {
    fail("--idp-issuer and --idp-client-id come together");
  }
  const clientSecret = process.env[SECRET];
  const secret = clientSecret === undefined ? {} : { clientSecret };
  const idp = issuer && clientId ? { idp: { issuer, clientId, ...secret } } : {};
  try {
    return await startReference({ ...options, ...idp, store: storeOf(flags), makers: true });
  } catch (error) {
    if (error instanceof RangeError || error instanceof StoreUnusable) fail(error.message);
    return fail(`cannot listen on ${flags.host}:${flags.port}: ${(error as Error).message}`);
  }
}

/** What can be started again the same way is not worth keeping. */
function storeOf({ store, seed, clock }: ServeFlags): string {
  return store ?? (seed === undefined && clock === "system" ? FILE_STORE : MEMORY_STORE);
}

function openProfile(path: string): number {
  try {
    return openSync(path, "a", 0o600);
  } catch (error) {
    return fail(`cannot write the profile: ${(error as Error).message}`);
  }
}

async function writeProfile(file: number, reference: Reference): Promise<void> {
  const { stringify } = await import("yaml"); // loaded late: most venues write none
  const comment = "# A profile of a running reference venue. It holds API keys: keep it private.\n";
  fchmodSync(file, 0o600); // the file may have been there before
  ftruncateSync(file);
  writeSync(file, comment + stringify(reference.profile()));
  closeSync(file);
}

function announcement(reference: Reference, flags: ServeFlags): string {
  const lines = [
    `venue     ${reference.url} (${flags.clock} clock)`,
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

function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && isSeed(seed)) return seed;
  throw new InvalidArgumentError("A seed is an integer from 0 to 2^53 - 1.");
}

function fail(message: string): never {
  console.error(`touchstone serve: ${message}`);
  process.exit(2);
}
