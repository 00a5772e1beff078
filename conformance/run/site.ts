/** A target made ready for a run: connection, control, markets, preflight. */
import type { Report } from "../../reports/schema/report.ts";
import { type Control, connectControl } from "../../scenarios/deployment/control.ts";
import { type Discovery, discoverMarkets } from "../../scenarios/deployment/discover.ts";
import { preflight } from "../../scenarios/deployment/preflight.ts";
import type { PreflightProblem } from "../../scenarios/deployment/problem.ts";
import type {
  AgentCredentials,
  HumanCredentials,
} from "../../scenarios/deployment/profile/credentials.ts";
import { type Profile, secretsOf } from "../../scenarios/deployment/profile/profile.ts";
import { RunClock } from "../../scenarios/deployment/run-clock.ts";
import { Redactor } from "../../scenarios/deployment/secrets/redact.ts";
import { trySession } from "../../scenarios/deployment/wire/browser.ts";
import { Client } from "../../scenarios/deployment/wire/client.ts";
import { Pacer } from "../../scenarios/deployment/wire/pacing.ts";
import type { StreamAddress } from "../../scenarios/deployment/wire/stream-socket.ts";
import { Operator } from "../../scenarios/replay/operator.ts";
import { RunState } from "./run-state.ts";
import { Pool } from "./world.ts";

/** How a run treats its target. */
export interface SiteOptions {
  profile: Profile;
  /** The venue is the tool's own, started for this run: nothing to look at beforehand. */
  embedded: boolean;
  /** Start of every client_order_id of the run. */
  runId: string;
  /** Longest a contains or excludes rule is polled. Milliseconds. */
  patienceMs?: number;
  /** Longest one exchange may take. Milliseconds. */
  timeoutMs?: number;
  /** What properties draw their commands from; the same commands come from the same seed. */
  seed?: number;
  /** Broken properties are judged by the first script that shows it, not made small. */
  asFound?: boolean;
}

/** Everything a run needs; `problems` are what the preflight found. */
export interface Site {
  profile: Profile;
  client: Client;
  stage: RunState;
  target: Report["target"];
  problems: readonly PreflightProblem[];
  /** The end of what the deployment printed, where the run started it from an image. */
  log?: () => string;
  close(): Promise<void>;
}

const PATIENCE_MS = 3_000;

/** Connects and looks around; trouble is in `problems`, fatal or not. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { profile, embedded, runId, patienceMs = PATIENCE_MS, timeoutMs, seed = 1 } = options;
  const { asFound = false } = options;
  const redactor = new Redactor();
  for (const { placeholder, value } of secretsOf(profile)) redactor.add(placeholder, value);
  const client = new Client({
    baseUrl: profile.baseUrl,
    redactor,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const { control, problems } = await connectControl(profile);
  const look = embedded
    ? { markets: [], agents: [], browser: null, problems: [] }
    : await lookAround(profile, client, control);
  const world = new Pool({
    seats: look.agents,
    browser: look.browser,
    markets: look.markets,
    control,
    allowLoad: profile.allow.includes("load"),
    runId,
  });
  const ending = new RunClock();
  const pacer = new Pacer(profile.limits, ending.clock);
  const operator = control && profile.control && new Operator(control, profile.control, redactor);
  return {
    profile,
    client,
    stage: new RunState({
      ...{ world, client, ending, pacer, profile, operator, runId, patienceMs, seed, asFound },
      stream: streamOf(profile),
    }),
    target: {
      name: profile.name,
      url: embedded ? "embedded" : profile.baseUrl,
      embedded,
      control: [...(control?.capabilities ?? [])],
    },
    problems: [...problems, ...look.problems],
    async close() {
      await client.close();
      await operator?.close();
    },
  };
}

/** What a run may use of its target, and what is wrong with it. */
interface Outlook extends Discovery {
  agents: readonly AgentCredentials[];
  browser: HumanCredentials | null;
}

async function lookAround(
  profile: Profile,
  client: Client,
  control: Control | null,
): Promise<Outlook> {
  const { problems, agents } = await preflight(profile, client, control);
  if (problems.some(({ fatal }) => fatal)) {
    return { markets: [], agents, browser: null, problems };
  }
  const session = await trySession(profile, client);
  const { markets, problems: ofMarkets } = await discoverMarkets(profile, client);
  const found = [...problems, ...session.problems, ...ofMarkets];
  return { markets, agents, browser: session.browser, problems: found };
}

/** Where the profile says the stream is, else where the service is. */
function streamOf({ streamUrl, baseUrl, stream: dialect }: Profile): StreamAddress {
  if (streamUrl !== null) return { url: streamUrl, guessed: false, dialect };
  return { url: baseUrl.replace(/^http/, "ws"), guessed: true, dialect };
}
