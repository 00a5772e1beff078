/** Lets the whole suite loose on a venue with a defect, or with none. */
import type { Result } from "../../../reports/schema/report.ts";
import { allChecks } from "../../catalogue/checks.ts";
import type { VenueVariation } from "../../interposer/variation.ts";
import { PATIENCE_MS } from "../run-mutant.ts";
import { judgeSuite } from "../run-suite.ts";
import { SEED, startVariant, type VariantVenue } from "../variant-venue.ts";
import { blameCase } from "./cases.ts";

/** What every rule came to, and whether the defect was met at all. */
export interface WholeRun {
  results: Record<string, Result>;
  isReached: boolean;
}

/** Runs it with control where the case leaves that, on the case of this id; on the venue as it should be where that is null. */
export async function runWhole(id: string | null): Promise<WholeRun> {
  const { mutant, reached } = id === null ? UNCHANGED : blameCase(id);
  const venue = await startedFor(mutant);
  try {
    const how = { checks: allChecks(), patienceMs: PATIENCE_MS, asFound: true } as const;
    const { rules } = await judgeSuite(venue.profile, { ...how, effort: "quick" });
    const results = Object.fromEntries(rules.map((rule) => [rule.id, rule.result]));
    return { results, isReached: reached() };
  } finally {
    await venue.close();
  }
}

/** A clock that stands is moved by control alone: where a mutant leaves that out, it runs. */
async function startedFor(mutant: VenueVariation): Promise<VariantVenue> {
  const venue = await startVariant(mutant, { control: true, seed: SEED });
  if (venue.profile.control !== null) return venue;
  await venue.close();
  return startVariant(mutant, { control: false, seed: SEED });
}

const UNCHANGED = { mutant: {}, reached: () => false };
