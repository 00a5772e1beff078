/** A target made ready for a run: connection, control, markets, preflight. */
import type { Report } from "../../reports/schema/report.ts";
import { Client } from "../target/client.ts";
import { Control, ControlError } from "../target/control.ts";
import { type Discovery, discoverMarkets } from "../target/discover.ts";
import { Pacer } from "../target/pacing.ts";
import { type Preflight, preflight } from "../target/preflight.ts";
import type { Problem } from "../target/problem.ts";
import { type Profile, secretsOf } from "../target/profile.ts";
import { Redactor } from "../target/redact.ts";
import { Stage, systemClock } from "./stage.ts";
import { World } from "./world.ts";

/** How a run treats its target. */
export interface SiteOptions {
  profile: Profile;
  /** The venue is the tool's own, started for this run: nothing to look at beforehand. */
  embedded: boolean;
  /** Start of every client_order_id of the run. */
  runId: string;
  /** Longest a contains or excludes rule is polled. Milliseconds. */
  patienceMs?: number;
}

/** Everything a run needs; `problems` are what the preflight found. */
export interface Site {
  profile: Profile;
  client: Client;
  stage: Stage;
  target: Report["target"];
  problems: readonly Problem[];
  close(): Promise<void>;
}

const PATIENCE_MS = 3_000;

/** Connects and looks around; trouble is in `problems`, fatal or not. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { profile, embedded, runId, patienceMs = PATIENCE_MS } = options;
  const redactor = new Redactor();
  for (const { placeholder, value } of secretsOf(profile)) redactor.add(placeholder, value);
  const client = new Client({ baseUrl: profile.baseUrl, redactor });
  const { control, problems } = await connectControl(profile);
  const look = embedded ? NOTHING_SEEN : await lookAround(profile, client, control);
  const world = new World({
    seats: profile.agents,
    markets: look.markets,
    control,
    allowLoad: profile.allow.includes("load"),
    runId,
  });
  const pacer = new Pacer(profile.limits, systemClock);
  const { prefix } = profile;
  return {
    profile,
    client,
    stage: new Stage({ world, client, pacer, prefix, runId, patienceMs }),
    target: {
      name: profile.name,
      url: embedded ? "embedded" : profile.baseUrl,
      embedded,
      control: [...(control?.capabilities ?? [])],
    },
    problems: [...problems, ...look.problems],
    async close() {
      await client.close();
      await control?.close();
    },
  };
}

const NOTHING_SEEN: Discovery = { markets: [], problems: [] };

async function lookAround(
  profile: Profile,
  client: Client,
  control: Control | null,
): Promise<Discovery> {
  const seen: Preflight = await preflight(profile, client, control);
  if (seen.problems.some(({ fatal }) => fatal)) return { markets: [], problems: seen.problems };
  const { markets, problems } = await discoverMarkets(profile, client);
  return { markets, problems: [...seen.problems, ...problems] };
}

/** A profile that promises control and has none is not run: its verdict would be another one. */
async function connectControl(
  profile: Profile,
): Promise<{ control: Control | null; problems: Problem[] }> {
  if (profile.control === null) return { control: null, problems: [] };
  try {
    return { control: await Control.connect(profile.control), problems: [] };
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return { control: null, problems: [{ field: "control", message: error.message, fatal: true }] };
  }
}
