/** What a mutant is: a venue with exactly one known defect. */
import type { ReferenceOptions } from "../../reference/index.ts";
import type { WireVariant } from "./interposer.ts";
import type { StreamVariant } from "./stream.ts";
import type { ProfileChange } from "./variation.ts";

/** A known-bad venue. Shape: `name` is that of its defect, kebab-case. */
export interface Mutant {
  name: string;
  /** The rules this defect breaks, each of which must come to `fail`. */
  breaks: readonly string[];
  /** Rules that the same defect may break by its nature, where a comment beside it says why. */
  alsoBreaks?: readonly string[];
  /** Rules whose checks run beside, where only they ask for the answers that show the defect. */
  beside?: readonly string[];
  /** Shown with control alone, for the reason that a comment beside it gives. */
  controlled?: true;
  /** What is wrong with this venue, in one sentence. */
  defect: string;
  /** The defect as a change of what passes on the wire; a new one for every venue. */
  wire?: () => WireVariant;
  /** The defect as a wrong setting of the venue itself. */
  venue?: Pick<ReferenceOptions, "gates" | "limits" | "rateLimits">;
  /** The defect as a change of what becomes of the stream's handshakes. */
  stream?: StreamVariant;
  /** Members of the profile that differ, in its own words. */
  profile?: ProfileChange;
}
