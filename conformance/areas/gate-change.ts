/** A venue with another admission gate: what mutants of refusals and limits are made of. */
import type { Mutant } from "../interposer/mutant.ts";

type Gates = NonNullable<NonNullable<Mutant["venue"]>["gates"]>;

/** What a gate says of an order. */
export type GateCheck = Parameters<Gates>[0][number]["check"];

/** The venue with another check in one of its gates. */
export function gate(name: string, change: (check: GateCheck) => GateCheck): Mutant["venue"] {
  return {
    gates: (gates) =>
      gates.map((one) => (one.name === name ? { name, check: change(one.check) } : one)),
  };
}
