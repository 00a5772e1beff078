/** What agents and browsers do with their keys, sessions and tickets, as chance draws it. */

import fc from "fast-check";
import { deedOf, scriptOf, type WeightedStep } from "../step.ts";

/**
 * One deed of a script.
 * Shape: every number is small and counts through what there is, so that each means something; the
 * smaller the simpler. `by`, `pick` and the like mean a credential, a key, a session or a ticket.
 */
export type AccessStep =
  | { do: "make-key"; by: number; scopes: number; prefix: number }
  | { do: "end-key"; by: number; pick: number; prefix: number }
  | { do: "use"; by: number; route: number; prefix: number }
  | { do: "change-bare"; pick: number; route: number; prefix: number; like: number }
  | {
      do: "trade";
      by: number;
      reader: number;
      canceller: number;
      side: number;
      fill: number;
      prefix: number;
    }
  | { do: "mint-ticket"; by: number; prefix: number }
  | { do: "open-stream"; pick: number }
  | { do: "sign-in" }
  | { do: "sign-out"; pick: number; prefix: number };

/** A step that does this. */
export type Deed<Do extends AccessStep["do"]> = Extract<AccessStep, { do: Do }>;

const any = fc.nat(23);
const prefix = fc.nat(3);

const deed = deedOf<AccessStep["do"]>;

const STEPS: readonly WeightedStep[] = [
  deed(4, "make-key", { by: any, scopes: fc.nat(3), prefix }),
  deed(5, "end-key", { by: any, pick: any, prefix }),
  deed(10, "use", { by: any, route: fc.nat(31), prefix }),
  deed(2, "change-bare", { pick: any, route: fc.nat(31), prefix, like: fc.nat(4) }),
  deed(4, "trade", {
    by: any,
    reader: any,
    canceller: any,
    side: fc.nat(1),
    fill: fc.nat(2),
    prefix,
  }),
  deed(3, "mint-ticket", { by: any, prefix }),
  deed(3, "open-stream", { pick: any }),
  deed(2, "sign-in"),
  deed(2, "sign-out", { pick: any, prefix }),
];

/** Scripts of at most so many deeds. */
export function accessScripts(length: number): fc.Arbitrary<AccessStep[]> {
  return scriptOf(fc.oneof(...STEPS) as fc.Arbitrary<AccessStep>, length);
}
