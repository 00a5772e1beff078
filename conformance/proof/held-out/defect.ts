/** What a held-out defect is: a place of the reference, and a sentence that it then contradicts. */
import type { Replacement } from "../../../scenarios/proof/defect.ts";

/** Shape: `id` is kebab-case, and of the whole collection one alone has it. */
export interface HeldOutDefect extends Replacement {
  id: string;
  area: string;
  /** What a user of such a venue meets. */
  wrong: string;
  /** The sentence that says otherwise, with its section. */
  against: string;
  /** Whether the spec says it of every venue, or the reference claims it of itself. */
  basis: "stated" | "claim";
  /** The one cell in which it is wrong, as `dimension=value`; absent where it is wrong everywhere. */
  confined?: string;
}
