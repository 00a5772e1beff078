/** The `bridge` command: the venue and the harness as tools of the Model Context Protocol. */
import { Command } from "commander";
import { tell } from "../../reports/render/say.ts";
import { profileNamed } from "../../scenarios/deployment/connect.ts";
import { startBeside } from "../../scenarios/deployment/embedded.ts";
import { portFrom } from "../../scenarios/deployment/flags.ts";
import { onInterruption } from "../../scenarios/deployment/interruption.ts";
import { refuseMissing } from "../../scenarios/deployment/optional-package.ts";
import type { AgentCredentials } from "../../scenarios/deployment/profile/credentials.ts";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { callerWith } from "./connection.ts";

const EXAMPLES = `
Examples:
  touchstone bridge                                       over stdio, on a reference venue of its own
  touchstone bridge --target http://127.0.0.1:9000        market data and the harness, without a key
  touchstone bridge --target https://venue.example --key-env VENUE_KEY
  touchstone bridge --profile staging.yaml --agent maker
  touchstone bridge --target http://127.0.0.1:9000 --http 9200
      then clients of this machine talk to http://127.0.0.1:9200/mcp, each with its own key
  touchstone bridge --target http://127.0.0.1:9000 --http 9200 --sign-in
      and who has none signs in, in a browser

A client of the protocol starts it, and finds the tools that the key allows: see docs/guides/bridge.md.

Exit codes: 0 the client has left; 2 nothing could be served.`;

/** The flags of `touchstone bridge`. */
interface BridgeFlags {
  target?: string;
  profile?: string;
  agent?: string;
  keyEnv?: string;
  http?: number;
  signIn?: boolean;
}

/** The command as the front door lists it. */
export function bridgeCommand(): Command {
  return new Command("bridge")
    .option("--target <url>", "address of the deployment")
    .option("--profile <file>", "YAML: address and agents; see docs/guides/profile.md")
    .option("--key-env <name>", "environment variable that holds the API key, with --target")
    .option("--agent <name>", "agent of the profile whose key is used (default: the first)")
    .option(
      "--http <port>",
      "streamable HTTP on 127.0.0.1 in place of stdio; 0 for a free port",
      portFrom(0),
    )
    .option("--sign-in", "with --http: who has no key signs in at the venue, in a browser (OAuth)")
    .addHelpText("after", EXAMPLES)
    .action(async (flags: BridgeFlags) => {
      const profile = await profileNamed(flags);
      if (flags.signIn && flags.http === undefined) throw new UsageError("--sign-in is for --http");
      if (flags.http !== undefined) await overHttp(flags.http, profile, flags);
      else if (profile === null) await onEmbedded(flags);
      else await overStdio(profile, credentialsOf(profile, flags));
    });
}

async function overStdio(
  profile: Profile,
  credentials: AgentCredentials | null,
  isEmbedded = false,
): Promise<void> {
  const { serveStdio } = await import("./stdio.ts").catch(refuseMissing);
  await serveStdio({ profile, credentials, isEmbedded, isLocal: true });
}

/** A venue of the bridge's own, in real time and with quotes. */
async function onEmbedded(flags: BridgeFlags): Promise<void> {
  if (flags.keyEnv !== undefined) throw new UsageError("--key-env: say whose key, by --target");
  const venue = await startBeside(1, { clock: "system", makers: true });
  try {
    await overStdio(venue.profile, credentialsOf(venue.profile, flags), true);
  } finally {
    await venue.close();
  }
}

async function overHttp(port: number, profile: Profile | null, flags: BridgeFlags): Promise<void> {
  if (profile === null) throw new UsageError("--http: name the venue by --target or --profile");
  const named = flags.keyEnv ? "--key-env" : flags.agent ? "--agent" : null;
  if (named !== null) throw new UsageError(`${named}: over --http each caller has its own key`);
  const { serveHttp } = await import("./http.ts").catch(refuseMissing);
  const bridge = await serveHttp(profile, port, flags).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--http ${port}: cannot listen there: ${error.code}`);
  });
  tell(`the bridge to ${profile.baseUrl} is at ${bridge.url}`);
  await new Promise<void>((resolve) => {
    onInterruption(resolve);
  });
  await bridge.close();
}

/** Whose key is used; null for nobody's. Errors: UsageError for one that is not there. */
function credentialsOf(
  { agents }: Profile,
  { target, agent, keyEnv }: BridgeFlags,
): AgentCredentials | null {
  if (keyEnv !== undefined) {
    if (target === undefined) throw new UsageError("--key-env is for --target: a profile has keys");
    const key = process.env[keyEnv]?.trim();
    if (key) return callerWith(key);
    throw new UsageError(`--key-env: the environment has no ${keyEnv}`);
  }
  if (agent === undefined) return agents[0] ?? null;
  const found = agents.find(({ name }) => name === agent);
  if (found !== undefined) return found;
  const names = agents.map(({ name }) => name).join(", ") || "none";
  throw new UsageError(`--agent: the profile has no ${agent}; it has ${names}`);
}
