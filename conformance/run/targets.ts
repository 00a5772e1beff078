/** Which target the flags mean: the embedded reference, an address, a profile or an image. */
import { startEmbedded } from "../../scenarios/deployment/embedded.ts";
import type { TargetFlags } from "../../scenarios/deployment/flags.ts";
import { startImage } from "../../scenarios/deployment/image.ts";
import {
  loadProfile,
  type Profile,
  profileAt,
  profileOfTarget,
} from "../../scenarios/deployment/profile/profile.ts";
import { freshRunId, seededRunId } from "../../scenarios/deployment/run-id.ts";
import { openSite, type Site } from "./site.ts";

const IMAGE_PORT = 9_000;

/** Opens the one target the flags name. Errors: UsageError for a bad one. */
export async function openTarget(flags: TargetFlags): Promise<Site> {
  const { target, profile, image, seed } = flags;
  if (image !== undefined) return openImage({ ...flags, image });
  if (target === undefined && profile === undefined) return openEmbedded(seed);
  const known = profile === undefined ? profileOfTarget(String(target)) : await profileIn(profile);
  return openSite({ profile: known, embedded: false, runId: freshRunId(), seed });
}

const profileIn = (file: string): Promise<Profile> => loadProfile(file, process.env);

async function openEmbedded(seed: number): Promise<Site> {
  const venue = await startEmbedded(seed);
  const runId = seededRunId(seed);
  const site = await openSite({ profile: venue.profile, embedded: true, runId, seed });
  return closingWith(site, () => venue.close());
}

async function openImage(flags: TargetFlags & { image: string }): Promise<Site> {
  const { image, env = [], port = IMAGE_PORT } = flags;
  const known = flags.profile === undefined ? null : await profileIn(flags.profile);
  const venue = await startImage({ image, env, port });
  const moved = known === null ? profileOfTarget(venue.url) : profileAt(known, venue.url);
  const profile = { ...moved, name: known?.name ?? image };
  const site = await openSite({ profile, embedded: false, runId: freshRunId() }).catch(
    async (error) => {
      await venue.close();
      throw error;
    },
  );
  return { ...closingWith(site, () => venue.close()), log: venue.tail };
}

function closingWith(site: Site, closeVenue: () => Promise<void>): Site {
  const close = async () => {
    await site.close();
    await closeVenue();
  };
  return { ...site, close };
}
