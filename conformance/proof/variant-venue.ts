/** The embedded reference with a variant in front of it: what mutants and dialects run as. */
import { startReference } from "../../reference/index.ts";
import { type Profile, profileOf } from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { interpose, isAside, unchanged } from "../interposer/interposer.ts";
import type { VenueVariation } from "../interposer/variation.ts";

/** Every variant starts from this seed, so that a run can be repeated. */
export const SEED = 1;

/** A running variant and how to reach it. */
export interface VariantVenue {
  profile: Profile;
  close(): Promise<void>;
}

/**
 * Starts a variant: with control on a virtual clock, and without it on the system's. Control goes
 * to the venue directly, as an operator's endpoint is no part of the interface under test.
 */
export async function startVariant(
  variation: VenueVariation,
  { control, seed }: { control: boolean; seed: number },
): Promise<VariantVenue> {
  const venue = await startReference({
    ...variation.venue,
    rateLimits: { ...variation.venue?.rateLimits, uncounted: isAside },
    seed,
    ...(control ? { clock: "virtual", controlToken: `variant-${seed}` } : { clock: "system" }),
  });
  const { wire = () => unchanged, stream, profile = {} } = variation;
  const front = await interpose(venue.url, wire(), stream);
  const stream_url = front.url.replace(/^http/, "ws");
  const own = { ...(venue.profile() as ProfileFile), base_url: front.url, stream_url };
  const file = { ...own, ...(typeof profile === "function" ? profile(own) : profile) };
  const close = async () => {
    await front.close();
    await venue.close();
  };
  return { profile: profileOf(file as ProfileFile), close };
}
