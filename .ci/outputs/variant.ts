/** Known-bad venues to be met over HTTP, each with a profile in a file. */
import { writeFileSync } from "node:fs";
import { MUTANTS } from "../../conformance/catalogue/mutants.ts";
import { interpose, unchanged } from "../../conformance/interposer/interposer.ts";
import type { Mutant } from "../../conformance/interposer/mutant.ts";
import { startReference } from "../../reference/index.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";

const SEED = 1;

/** The first mutant by name of every prefix of rule ids: no order of a list decides. */
export function chosenMutants(): Mutant[] {
  const chosen = new Map<string, Mutant>();
  for (const mutant of MUTANTS.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const prefix = mutant.breaks[0]!.split("-")[0]!;
    if (!chosen.has(prefix)) chosen.set(prefix, mutant);
  }
  return [...chosen.values()];
}

/** Starts it on virtual time as `npm run prove` does, and writes a profile of it to `file`. */
export async function onMutant(
  mutant: Mutant,
  file: string,
  act: (profile: string) => Promise<void>,
): Promise<void> {
  const { wire = () => unchanged, stream, venue: settings, profile = {} } = mutant;
  const control = { clock: "virtual", controlToken: `variant-${SEED}` } as const;
  await using venue = await startReference({ ...settings, seed: SEED, ...control });
  const front = await interpose(venue.url, wire(), stream);
  const stream_url = front.url.replace(/^http/, "ws");
  const own = { ...(venue.profile() as ProfileFile), base_url: front.url, stream_url };
  const changed = typeof profile === "function" ? profile(own) : profile;
  writeFileSync(file, JSON.stringify({ ...own, ...changed }));
  try {
    await act(file);
  } finally {
    await front.close();
  }
}
