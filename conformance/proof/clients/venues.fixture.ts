/** The three venues on which sessions of real clients are played again, and what that comes to. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startReference } from "../../../reference/index.ts";
import type { ReplayFileResult } from "../../../reports/schema/replay.ts";
import { profileOf } from "../../../scenarios/deployment/profile/profile.ts";
import type { ProfileFile } from "../../../scenarios/deployment/profile/profile-schema.ts";
import { embedded, lasting, type OpenDeployment } from "../../../scenarios/replay/deployment.ts";
import { playFile } from "../../../scenarios/replay/play-file.ts";
import { startIndependentVenue } from "../independent-venue/index.ts";

/** What a played session came to, by venue. */
export type ClientVerdicts = Record<ClientVenue, ClientVerdict>;

/** Shape: the gravest verdict of a session that passed, and how many lines came to which. */
export type ClientVerdict = Pick<ReplayFileResult, "result" | "verdict" | "counts">;

export type ClientVenue = keyof typeof VENUES;

/** Of the venue that the sessions were recorded on. */
export const RECORDED_SEED = 7;
const OTHER_SEED = 8;

/** A place in this folder. */
export const placeOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Every recorded client, by the name of its session. */
export function recordedClients(): string[] {
  const files = readdirSync(placeOf("sessions")).sort();
  return files.map((file) => file.replace(".session.jsonl", ""));
}

/** Where a client's session is kept. */
export const sessionOf = (client: string) => placeOf(`sessions/${client}.session.jsonl`);

/** The verdicts that were kept when the sessions were recorded, by client. */
export function keptVerdicts(): Record<string, ClientVerdicts> {
  return JSON.parse(readFileSync(placeOf("verdicts.json"), "utf8"));
}

const VENUES = {
  "its own deployment": async (file: string) => {
    const venue = await startReference({ seed: RECORDED_SEED, controlToken: "operator-token" });
    try {
      const profile = profileOf(venue.profile() as ProfileFile);
      // What was recorded there is there already.
      await played(file, lasting(profile, { allowsControl: false }));
      return await played(file, lasting(profile, { allowsControl: false }));
    } finally {
      await venue.close();
    }
  },
  "a new reference": (file: string) => played(file, embedded),
  "a venue that shares no code": async (file: string) => {
    const venue = await startIndependentVenue({ control: ["agents", "markets"] });
    try {
      const profile = profileOf(venue.profile as ProfileFile);
      return await played(file, lasting(profile, { allowsControl: false }));
    } finally {
      await venue.close();
    }
  },
};

/** What a session comes to on a venue. */
export function replayedOn(venue: ClientVenue, session: string): Promise<ReplayFileResult> {
  return VENUES[venue](session);
}

/** The venues, in the order of the table. */
export const CLIENT_VENUES = Object.keys(VENUES) as ClientVenue[];

async function played(file: string, open: OpenDeployment): Promise<ReplayFileResult> {
  const how = { strict: false, speed: "max", ignore: [], seed: OTHER_SEED } as const;
  return (await playFile(file, { ...how, open })).result;
}
