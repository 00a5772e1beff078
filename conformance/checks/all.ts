/** Every check of a whole run: those of the rules, then the stories of the library. */
import { storyChecks } from "../../scenarios/story/checks.ts";
import type { Check } from "../check.ts";
import { CHECKS } from "./index.ts";

/** Reads the stories when it is first asked. */
export function allChecks(): readonly Check[] {
  return [...CHECKS, ...storyChecks()];
}
