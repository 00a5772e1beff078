/** The dialects by name. */
import { BARE } from "./bare.ts";
import { CAMEL } from "./camel.ts";
import { NESTED } from "./nested.ts";
import type { Wire } from "./wire.ts";

const WIRES = { nested: NESTED, bare: BARE, camel: CAMEL };

/** The dialect of that name. */
export function wireNamed(name: keyof typeof WIRES): Wire {
  return WIRES[name];
}
