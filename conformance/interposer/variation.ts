/** How a venue differs from the reference: what mutants and dialects are made of. */
import type { ReferenceOptions } from "../../reference/index.ts";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import type { WireVariant } from "./interposer.ts";
import type { StreamVariant } from "./stream.ts";

/** How a venue differs: on the wire, in its settings, in its profile (in the profile's words). */
export interface VenueVariation {
  wire?: () => WireVariant;
  /** The same for the handshakes of the stream. */
  stream?: StreamVariant;
  venue?: Pick<ReferenceOptions, "gates" | "limits" | "rateLimits">;
  profile?: ProfileChange;
}

/** Members of a profile that differ, or how they come from its own. */
export type ProfileChange =
  | Record<string, unknown>
  | ((own: ProfileFile) => Partial<Record<keyof ProfileFile, unknown>>);
