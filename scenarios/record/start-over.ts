/** Starts a seeded venue over before it is recorded, so that its session replays to the byte. */
import { connectControl } from "../deployment/control.ts";
import { ControlError } from "../deployment/control-endpoint.ts";
import type { Profile } from "../deployment/profile/profile.ts";

/**
 * Brings the venue to where it began, by its control protocol: what was done on it is gone. Returns
 * one sentence: that it did, or why it cannot and what to do instead.
 */
export async function startedOver(profile: Profile, seed: number): Promise<string> {
  const why = await refusalToStartOver(profile, seed);
  if (why === null) return `the venue was started over from seed ${seed}`;
  return `the venue was not started over (${why}): a strict replay is equal only where nothing was asked of it since it began from seed ${seed}`;
}

async function refusalToStartOver(profile: Profile, seed: number): Promise<string | null> {
  if (profile.control === null) return "the profile has no control:";
  const { control, problems } = await connectControl(profile);
  if (control === null) return problems.map(({ message }) => message).join("; ");
  try {
    await control.reset(seed);
    return null;
  } catch (error) {
    if (error instanceof ControlError) return error.message;
    throw error;
  } finally {
    await control.close();
  }
}
