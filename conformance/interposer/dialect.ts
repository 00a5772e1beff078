/** What a dialect is: a venue that reads an open place of the spec in another legal way. */
import type { VenueVariation } from "./variation.ts";

/** A legal variant: no rule may fail on it. */
export interface Dialect extends VenueVariation {
  /** Kebab-case, named for what is different. */
  name: string;
  /** The decision that lists this reading among those the suite accepts. */
  decision: string;
  /** Other decisions that it speaks as well. */
  also?: readonly string[];
  /** What this venue does, in one sentence. */
  variant: string;
  /** Run the limit rules on it too: they take long, and most dialects say nothing of limits. */
  load?: true;
  /** Answers, or what they show, are late in real time: a run on it waits more than it works. */
  late?: true;
}
