/** Values of another type, in every member of an order. Spec: HTTP statuses, 400; D-010. */

import { Missing } from "../../../scenarios/deployment/stops.ts";
import { type Over, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { completed, type Flaw, type FlawCheck } from "../../check/flaw.ts";
import { badRequest } from "../../expect/placed.ts";
import { INTEGERS, MEMBERS } from "../../spec/order-members.ts";
import { byKind, orderWith } from "./members.ts";

/** Sends each of these in one member, in a market that takes it. */
function refused(rule: string, members: readonly string[], wrong: Wrong): FlawCheck[] {
  return byKind(members).map((range) => ({
    title: `${wrong.what} in ${range.parameter?.join(", ")} is refused`,
    proves: [rule],
    needs: ["agent", "market"],
    each: true,
    over: { ...range, ...(wrong.prefixes && { prefix: wrong.prefixes }) },
    flaws: flawsIn(rule, range, wrong),
    async body(t) {
      const { parameter = "" } = t.cell;
      const order = await orderWith(t, parameter);
      for (const value of wrong.values(order[parameter])) {
        const client_order_id = t.run.freshId();
        const sent = { ...order, client_order_id, [parameter]: value };
        t.expect(rule, await t.agent.provoke(sent), badRequest);
      }
    },
  }));
}

function flawsIn(rule: string, { parameter = [], kind }: Over, { values }: Wrong): Flaw[] {
  return parameter.flatMap((member) =>
    values(0).map((_, index) => ({
      ...{ rule, declines: false, ...(kind && { kinds: kind }) },
      async spoil(order, t) {
        const twin = completed(order, await orderWith(t, member));
        return twin && { ...twin, [member]: values(twin[member])[index] };
      },
    })),
  );
}

/** Values that a member cannot have, made of one that it can. */
interface Wrong {
  what: string;
  values(good: unknown): unknown[];
  prefixes?: Over["prefix"];
}

/** The same in the qty of a MARKET order. */
function atMarket(rule: string, { what, values }: Wrong): Check {
  return {
    title: `${what} in the qty of a MARKET order is refused`,
    proves: [rule],
    needs: ["agent", "market"],
    over: { parameter: ["qty"] },
    async body(t) {
      for (const qty of values(1)) {
        // Were it taken, it would find nothing to reduce.
        const sent = t.market.sweep(t.side, { qty, reduce_only: true });
        t.expect(rule, await t.agent.provoke(sent), badRequest);
      }
    },
  };
}

const byBrowser: Check = {
  title: "a text, a list or a fraction for an integer is refused to a browser",
  proves: ["ORD-FIELD-33"],
  needs: ["browser", "market"],
  each: true,
  async body(t) {
    const { parameter = "" } = t.cell;
    const order = t.market.resting();
    const { fate } = await t.human.place(order);
    if (fate !== "accepted") throw new Missing("needs a session that may place orders");
    const good = order[parameter];
    for (const value of [String(good), [good], Number(good) + 0.5]) {
      const client_order_id = t.run.freshId();
      const sent = { ...order, client_order_id, [parameter]: value };
      t.expect("ORD-FIELD-33", await t.human.place(sent), badRequest);
    }
  },
};

const TEXT: Wrong = {
  what: "a text, numeric or not,",
  values: (good) => [String(good), "1", "abc"],
};
const NESTED: Wrong = {
  what: "an object or a list",
  values: (good) => [{ value: good }, [good]],
};
const FRACTION: Wrong = {
  what: "a fraction",
  values: (good) => [Number(good) + 0.5],
};

/** Checks of types. */
export const types: readonly Check[] = [
  ...refused("ORD-FIELD-30", INTEGERS, { ...TEXT, prefixes: PREFIXES }),
  ...refused("ORD-FIELD-31", MEMBERS, NESTED),
  ...refused("ORD-FIELD-32", INTEGERS, FRACTION),
  atMarket("ORD-FIELD-30", TEXT),
  atMarket("ORD-FIELD-31", NESTED),
  atMarket("ORD-FIELD-32", FRACTION),
  byBrowser,
];
