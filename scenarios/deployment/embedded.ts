/** The reference venue as a target of its own, for a run without one. */
import { type ReferenceOptions, startReference } from "../../reference/index.ts";
import { type Profile, profileOf } from "./profile/profile.ts";
import type { ProfileFile } from "./profile/profile-schema.ts";

/** A running embedded venue and how to reach it. */
export interface EmbeddedTarget {
  profile: Profile;
  close(): Promise<void>;
}

/**
 * Starts it with the control protocol, and on a virtual clock unless told otherwise, so that
 * nothing waits.
 * Shape: `makers` quote the venue's own markets, as they do where it is served.
 */
export async function startEmbedded(
  seed: number,
  { clock = "virtual", makers = false }: Pick<ReferenceOptions, "clock" | "makers"> = {},
): Promise<EmbeddedTarget> {
  const controlToken = `embedded-${seed}`;
  const venue = await startReference({ seed, clock, controlToken, makers });
  return { profile: profileOf(venue.profile() as ProfileFile), close: () => venue.close() };
}
