/** JSON out of texts that others wrote. */
import { nestsTooDeep } from "../../../reports/schema/nesting.ts";

/** What a text says; undefined where it is no JSON, or nests deeper than anybody may walk. */
export function jsonIn(text: string): unknown {
  if (nestsTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
