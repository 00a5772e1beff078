/** Ids that are nearly the same: two ids, and so two orders. Spec: Behaviour 2; D-046, D-047. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { ORDERS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { anotherOrderThan } from "../../expect/placed.ts";
import {
  LAST_CHARACTER,
  LAST_DIGIT,
  LAST_OF_MANY,
  LEADING_ZERO,
  LENGTH,
  LETTER_CASE,
  PUNCTUATION,
} from "./rules.ts";

/** Two ids that differ in as little as the name says, made of one that nobody used; each after another mark. */
const NEARLY: Readonly<Record<string, (fresh: string) => readonly [string, string]>> = {
  [LETTER_CASE]: (fresh) => [`${fresh}.c`, `${fresh}.C`],
  [LAST_CHARACTER]: (fresh) => [`${fresh}-c`, `${fresh}-d`],
  [LENGTH]: (fresh) => [`${fresh}:c`, `${fresh}:cc`],
  [PUNCTUATION]: (fresh) => [`${fresh}-c`, `${fresh}-c`.replaceAll("-", "_")],
  [LAST_DIGIT]: (fresh) => [`${digitsOf(fresh)}1`, `${digitsOf(fresh)}2`],
  [LEADING_ZERO]: (fresh) => [`${digitsOf(fresh)}`, `0${digitsOf(fresh)}`],
};

/** The same in digits, 29 of them: the end of it, two for each character. */
function digitsOf(fresh: string): string {
  const pairs = [...fresh.slice(-14).padStart(14, "0")].map((character) =>
    String(character.charCodeAt(0) % 100).padStart(2, "0"),
  );
  return `1${pairs.join("")}`;
}

const nearlyTheSame: Check = {
  title: "client_order_ids that differ in as little as that are two orders",
  proves: ["IDEM-ID-01"],
  needs: ["agent", "market"],
  once: true,
  over: { value: Object.keys(NEARLY), ...ORDERS },
  async body(t) {
    const { agent, market } = t;
    const [id, other] = NEARLY[t.cell.value ?? LENGTH]!(t.run.freshId().slice(-28));
    const first = await agent.rests({ ...market.resting(), client_order_id: id });
    const second = await agent.placeOnce({ ...first.sent, client_order_id: other });
    t.expect("IDEM-ID-01", second, anotherOrderThan(first));
  },
};

const differInTheEnd: Check = {
  title: "client_order_ids of 64 characters that differ in the last are two orders, where taken",
  proves: ["IDEM-ID-01"],
  needs: ["agent", "market"],
  once: true,
  over: { value: [LAST_OF_MANY], ...ORDERS },
  async body(t) {
    const { agent, market } = t;
    await agent.rests(market.resting());
    const long = t.run.freshId().padEnd(63, ".");
    const first = await agent.place({ ...market.resting(), client_order_id: `${long}c` });
    mayBeSoLong(first);
    const second = await agent.placeOnce({ ...first.sent, client_order_id: `${long}d` });
    t.expect("IDEM-ID-01", second, anotherOrderThan(first));
  },
};

/** Errors: Missing where ids have to be shorter, as is the venue's own to say (D-047). */
export function mayBeSoLong({ fate }: PlaceResponse): void {
  if (fate !== "accepted") throw new Missing("did not arise: no client_order_id of 64 characters");
}

/** Checks of what makes two ids two. */
export const ids: readonly Check[] = [nearlyTheSame, differInTheEnd];
