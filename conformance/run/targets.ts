/** Which target the flags mean: the embedded reference, an address, or a profile. */
import { startEmbedded } from "../target/embedded.ts";
import { loadProfile, profileOfTarget } from "../target/profile.ts";
import { UsageError } from "../usage-error.ts";
import { freshRunId, seededRunId } from "./run-id.ts";
import { openSite, type Site } from "./site.ts";

/** Errors: UsageError when the flags name two targets. */
export function demandOneTarget({ target, profile }: { target?: string; profile?: string }): void {
  if (target === undefined || profile === undefined) return;
  throw new UsageError("give --target or --profile, not both: a profile names its own base_url");
}

/** Opens the one target the flags name. Errors: UsageError for a bad one. */
export async function openTarget(flags: {
  target?: string;
  profile?: string;
  seed: number;
}): Promise<Site> {
  const { target, profile, seed } = flags;
  if (target === undefined && profile === undefined) return openEmbedded(seed);
  const known =
    profile === undefined
      ? profileOfTarget(String(target))
      : await loadProfile(profile, process.env);
  return openSite({ profile: known, embedded: false, runId: freshRunId() });
}

async function openEmbedded(seed: number): Promise<Site> {
  const venue = await startEmbedded(seed);
  const site = await openSite({ profile: venue.profile, embedded: true, runId: seededRunId(seed) });
  const close = async () => {
    await site.close();
    await venue.close();
  };
  return { ...site, close };
}
