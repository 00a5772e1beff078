/** Venues that do not keep to what they claim. */
import type { Mutant } from "../../interposer/mutant.ts";

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [];
