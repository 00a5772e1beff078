/** Runs the whole suite on a legal venue: nothing may fail, and nearly everything must show. */

import type { Report } from "../../reports/schema/report.ts";
import { type Profile, profileOf } from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { allChecks } from "../catalogue/checks.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { VenueVariation } from "../interposer/variation.ts";
import { CONTROL_PARTS } from "./independent-venue/control/parts.ts";
import { type IndependentVenueOptions, startIndependentVenue } from "./independent-venue/index.ts";
import { judgeSuite } from "./run-suite.ts";
import { SEED, startVariant } from "./variant-venue.ts";

/** Below this share of rules shown, of those its profile allows, a clean run says too little. */
const SHOWN_LEAST = 0.9;

/** An independent venue with these choices made; it offers as much control as they say. */
export interface IndependentDialect {
  name: string;
  variant: string;
  options: IndependentVenueOptions;
  load?: true;
}

const PROMPT = { readLagMs: 0, jitterMs: 0 } as const;

const CAMEL = {
  ...PROMPT,
  wire: "camel",
  validation: "both-422",
  counts: "strict",
  conflicts: "decline",
  declineStatus: 200,
  selfTrade: "allow",
  amends: "patch",
  keysUnder: "v1",
  limits: "bucket",
  people: "password",
} as const;

/** The venue that shares no code with the reference, in several combinations of its choices. */
export const INDEPENDENT_VENUES: readonly IndependentDialect[] = [
  {
    name: "stranger",
    variant:
      "The independent venue as it comes: reads lag 200 ms, declines as 201, nested lists, cooldown; five owners.",
    options: { owners: 5 },
    load: true,
  },
  {
    name: "stranger-plain",
    variant:
      "The independent venue with flat 400 validation, declines as 200, bare arrays and no delays.",
    options: {
      validation: "flat-400",
      declineStatus: 200,
      wire: "bare",
      cooldown: false,
      readLagMs: 0,
      jitterMs: 0,
    },
  },
  {
    name: "stranger-quoted",
    variant: "The independent venue with a market maker quoting both sides of every open market.",
    options: { marketMaker: true, readLagMs: 0 },
  },
  {
    name: "stranger-slow",
    variant:
      "The independent venue with answers up to 60 ms late and reads 300 ms behind; five owners.",
    options: { jitterMs: 60, readLagMs: 300, owners: 5 },
  },
  {
    name: "stranger-ahead",
    variant:
      "The independent venue with control: a clock that runs and can be set ahead, buckets, passwords.",
    options: { control: CONTROL_PARTS, limits: "bucket", people: "password", readLagMs: 50 },
    load: true,
  },
  {
    name: "stranger-still",
    variant:
      "The independent venue with control, a clock that stands, bare words, declines wherever legal.",
    options: {
      ...PROMPT,
      control: CONTROL_PARTS,
      clock: "standing",
      wire: "bare",
      validation: "flat-400",
      refusals: "declines",
      declineStatus: 200,
      conflicts: "error",
      replays: "first",
      selfTrade: "cancel-maker",
      iocRest: "cancelled",
      excessReduce: "decline",
      amends: "post",
      freezes: "writes",
      limits: "sliding",
      people: "password",
      publicData: true,
    },
    load: true,
  },
  {
    name: "stranger-camel",
    variant:
      "The independent venue in camel case, strict about counts, with agents, sessions and markets made.",
    options: {
      ...CAMEL,
      control: ["agents", "sessions", "markets"],
    },
  },
  {
    name: "stranger-clocked",
    variant:
      "The independent venue with an operator for clock, freeze and upstream alone: agents are shared.",
    options: {
      ...PROMPT,
      control: ["clock", "freeze", "upstream", "gates"],
      wire: "bare",
      validation: "both-422",
      amends: "patch",
      iocRest: "cancelled",
      limits: "window",
      people: "password",
    },
    load: true,
  },
  {
    name: "stranger-gateway",
    variant:
      "The same without control, as a public gateway has it: data for everybody, amends by PATCH.",
    options: { ...CAMEL, publicData: true, limits: "sliding" },
    load: true,
  },
];

/** What a legal venue came to: `fault` is why it was not found clean, empty when it was. */
export interface LegalRun {
  fault: string;
  report: Report;
}

/** Runs the suite on a variant of the reference, with control unless told otherwise; `seed` is the suite's. */
export async function runDialect(
  dialect: VenueVariation & Pick<Dialect, "load">,
  { control = true, seed = SEED }: { control?: boolean; seed?: number } = {},
): Promise<LegalRun> {
  const venue = await startVariant(dialect, { control, seed: SEED });
  try {
    return await legalRun(venue.profile, { load: dialect.load === true, seed });
  } finally {
    await venue.close();
  }
}

/** The same for an independent venue, whose markets and agents all checks share. */
export async function runIndependentVenue({
  options,
  load,
}: IndependentDialect): Promise<LegalRun> {
  const venue = await startIndependentVenue(options);
  try {
    const file = { ...venue.profile, ...(load && { allow: ["load"] }) };
    const how = { load: load === true, fresh: false };
    return await legalRun(profileOf(file as ProfileFile), how);
  } finally {
    await venue.close();
  }
}

async function legalRun(
  profile: Profile,
  { load, ...how }: { load: boolean; fresh?: boolean; seed?: number },
): Promise<LegalRun> {
  const checks = allChecks().filter(({ needs }) => load || !needs.includes("load"));
  const report = await judgeSuite(profile, { checks, ...how });
  return { fault: faultsIn(report), report };
}

function faultsIn({ rules, shown, aborted }: Report): string {
  const faults = rules
    .filter(({ result }) => result === "fail" || result === "error")
    .map(({ id, result, detail }) => `${id} ${result}: ${detail}`);
  const allowed = rules.filter(canBeShown).length;
  if (shown < SHOWN_LEAST * allowed) faults.push(`only ${shown} of ${allowed} rules shown`);
  if (aborted !== undefined) faults.push(aborted);
  return faults.join("; ");
}

function canBeShown({ level, result }: Report["rules"][number]): boolean {
  return level !== "open" && result !== "skipped";
}
