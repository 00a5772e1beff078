/** A target made ready for a run: connection, control, markets, preflight. */
import type { Report } from "../../reports/schema/report.ts";
import { Client } from "../target/client.ts";
import { Control } from "../target/control.ts";
import { Pacer } from "../target/pacing.ts";
import { type Profile, secretsOf } from "../target/profile.ts";
import { Redactor } from "../target/redact.ts";
import { Stage, systemClock } from "./stage.ts";
import { World } from "./world.ts";

/** How a run treats its target. */
export interface SiteOptions {
  profile: Profile;
  embedded: boolean;
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
  problems: readonly { field: string | null; message: string; fatal: boolean }[];
  close(): Promise<void>;
}

const PATIENCE_MS = 3_000;

/** Connects and looks around; trouble is in `problems`, fatal or not. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { profile, embedded, runId, patienceMs = PATIENCE_MS } = options;
  const redactor = new Redactor();
  for (const { placeholder, value } of secretsOf(profile)) redactor.add(placeholder, value);
  const client = new Client({ baseUrl: profile.baseUrl, redactor });
  const control = profile.control === null ? null : await Control.connect(profile.control);
  const markets: never[] = [];
  const world = new World({
    seats: profile.agents,
    markets,
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
    problems: [],
    close: () => client.close(),
  };
}
