/** From flags or a profile to a deployment that can be played on: connected, with control and pace. */
import { createHash, randomInt } from "node:crypto";
import type { Report } from "../../reports/schema/report.ts";
import { type Control, connectControl } from "./control.ts";
import { type EmbeddedOptions, startBeside } from "./embedded.ts";
import { demandOneTarget, type TargetFlags } from "./flags.ts";
import { startImage } from "./image.ts";
import type { PreflightProblem } from "./preflight.ts";
import {
  loadProfile,
  type Profile,
  profileAt,
  profileOfTarget,
  secretsOf,
} from "./profile/profile.ts";
import { shortSecrets } from "./profile/short-secrets.ts";
import { RunClock } from "./run-clock.ts";
import { Redactor } from "./secrets/redact.ts";
import { UndoLog } from "./undo/undo-log.ts";
import { UsageError } from "./usage-error.ts";
import { Client } from "./wire/client.ts";
import { declinePaceOf, Pacer } from "./wire/pacing.ts";

/** What is known of a deployment before anything is asked of it. */
export interface DeploymentFacts {
  /** Marks what this run makes, so that a later run meets none of it. */
  runId: string;
  /** The tool's own venue, started for this run: nothing happened on it before. */
  fresh: boolean;
  /** What the tool's own venue was started from; null for any other. */
  seed: number | null;
}

/** A deployment that sessions, checks and load are played on. */
export interface Deployment extends DeploymentFacts {
  profile: Profile;
  client: Client;
  /** The operator's endpoint; null where there is none, or where it does not open. */
  control: Control | null;
  redactor: Redactor;
  pacer: Pacer;
  clock: RunClock;
  /** What this run has changed at the deployment and not put back yet. */
  undo: UndoLog;
  /** What is wrong with it, fatal or not. */
  problems: readonly PreflightProblem[];
  /** The end of what the deployment printed, where it was started from an image. */
  log?: () => string;
  close(): Promise<void>;
}

const IMAGE_PORT = 9_000;

/**
 * Connects to the one target the flags name: an address, a profile, an image, or the embedded
 * reference. Errors: UsageError for a bad one, or for two.
 */
export async function connect(flags: TargetFlags, how?: EmbeddedOptions): Promise<Deployment> {
  demandOneTarget(flags);
  const { image, seed } = flags;
  if (image !== undefined) return connectToImage({ ...flags, image });
  const profile = await profileNamed(flags);
  return profile === null ? connectToEmbedded(seed, how) : connectToLasting(profile);
}

/** The profile that the flags name: a file, or an address; null where they name none. */
export async function profileNamed(flags: Omit<TargetFlags, "seed">): Promise<Profile | null> {
  demandOneTarget(flags);
  const { target, profile } = flags;
  if (profile !== undefined) return profileIn(profile);
  return target === undefined ? null : profileOfTarget(target);
}

/** Connects to a deployment that outlives the run: what is changed there is written down first. */
export function connectToLasting(profile: Profile): Promise<Deployment> {
  const runId = freshRunId();
  return connectTo(profile, { runId, undo: UndoLog.of(profile, runId) });
}

/** Starts the embedded reference and connects to it. */
export async function connectToEmbedded(seed: number, how?: EmbeddedOptions): Promise<Deployment> {
  const venue = await startBeside(seed, how);
  const facts = { fresh: true, seed, runId: seededRunId(seed) };
  return closingWith(connectTo(venue.profile, facts), () => venue.close());
}

/** Connects to the deployment of a profile; trouble with its control is in `problems`. */
export async function connectTo(
  profile: Profile,
  facts: Partial<DeploymentFacts> & { timeoutMs?: number; undo?: UndoLog } = {},
): Promise<Deployment> {
  const { runId = freshRunId(), fresh = false, seed = null, timeoutMs } = facts;
  const redactor = new Redactor();
  for (const { placeholder, value } of secretsOf(profile)) redactor.add(placeholder, value);
  const { baseUrl, limits, claims } = profile;
  const { undo = UndoLog.ofNothing() } = facts;
  const clock = new RunClock();
  const { ending } = clock;
  const time = timeoutMs === undefined ? {} : { timeoutMs };
  const client = new Client({ baseUrl, redactor, ending, ...time });
  const { control, problems: ofControl } = await connectControl(profile, {
    redactor,
    ending,
    undo,
  });
  const problems = [...shortSecrets(profile), ...ofControl];
  const pacer = new Pacer(limits, clock, declinePaceOf(claims.cooldown));
  return {
    ...{ profile, client, control, redactor, pacer, clock, undo, problems, runId, fresh, seed },
    async close() {
      undo.close();
      await client.close();
      await control?.close();
    },
  };
}

/** Errors: UsageError, with the deployment closed, where the control it was promised is not there. */
export async function demandControl(deployment: Deployment): Promise<void> {
  const problem = deployment.problems.find(({ fatal }) => fatal);
  if (problem === undefined) return;
  await deployment.close();
  throw new UsageError(`${problem.field}: ${problem.message}`);
}

async function connectToImage(flags: TargetFlags & { image: string }): Promise<Deployment> {
  const { image, env = [], port = IMAGE_PORT } = flags;
  const known = flags.profile === undefined ? null : await profileIn(flags.profile);
  const venue = await startImage({ image, env, port });
  const moved = known === null ? profileOfTarget(venue.url) : profileAt(known, venue.url);
  const connecting = connectTo({ ...moved, name: known?.name ?? image });
  return { ...(await closingWith(connecting, () => venue.close())), log: venue.tail };
}

function profileIn(file: string): Promise<Profile> {
  return loadProfile(file, process.env);
}

/** The venue was started for the run: it ends with the connection, or with the try to connect. */
async function closingWith(
  connecting: Promise<Deployment>,
  closeVenue: () => Promise<void>,
): Promise<Deployment> {
  const deployment = await connecting.catch(async (error) => {
    await closeVenue();
    throw error;
  });
  const close = async () => {
    await deployment.close();
    await closeVenue();
  };
  return { ...deployment, close };
}

const LENGTH = 8;

/** The start of every client_order_id of a run: fresh, since ids of an earlier run would be replays (H-01). */
export function freshRunId(): string {
  return `t${randomInt(36 ** (LENGTH - 1))
    .toString(36)
    .padStart(LENGTH - 1, "0")}`;
}

/** The same for a seed: for a venue that is new with every run. */
function seededRunId(seed: number): string {
  const digest = createHash("sha256").update(`run ${seed}`).digest("hex");
  return `t${digest.slice(0, LENGTH - 1)}`;
}

/**
 * How a report names the deployment that it is about.
 * Shape: the tool's own venue has no address that would mean anything later.
 */
export function targetOf({ profile, control, fresh }: Deployment): Report["target"] {
  return {
    name: profile.name,
    url: fresh ? "embedded" : profile.baseUrl,
    embedded: fresh,
    control: [...(control?.capabilities ?? [])],
  };
}
