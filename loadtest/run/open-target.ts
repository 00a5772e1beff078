/** The target of a load run: a deployment, or the reference in real time where none is named. */

import { startReference } from "../../reference/index.ts";
import {
  loadProfile,
  type Profile,
  profileOf,
  profileOfTarget,
} from "../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";

/** What the flags say of the target. */
export interface TargetFlags {
  target?: string;
  profile?: string;
  seed: number;
}

/** A target that can be reached. */
export interface OpenTarget {
  profile: Profile;
  embedded: boolean;
  close(): Promise<void>;
}

/** Opens the one target the flags name. Errors: UsageError for a bad one, or for two. */
export async function openTarget({ target, profile, seed }: TargetFlags): Promise<OpenTarget> {
  if (target !== undefined && profile !== undefined) {
    throw new UsageError("give --target or --profile, not both: a profile names its own base_url");
  }
  if (target !== undefined) return deployment(profileOfTarget(target));
  if (profile !== undefined) return deployment(await loadProfile(profile, process.env));
  return embeddedReference(seed);
}

/** An address, or the file of a profile: whichever it looks like. */
export async function openNamed(name: string): Promise<OpenTarget> {
  return openTarget({ [/^https?:/.test(name) ? "target" : "profile"]: name, seed: 0 });
}

function deployment(profile: Profile): OpenTarget {
  return { profile, embedded: false, close: async () => {} };
}

async function embeddedReference(seed: number): Promise<OpenTarget> {
  const venue = await startReference({ seed, controlToken: `embedded-${seed}` });
  const profile = profileOf(venue.profile() as ProfileFile);
  return { profile, embedded: true, close: () => venue.close() };
}
