/** The same request many times at once. Spec: Behaviour 2. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import { ZERO_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import { expectOpen, onlyOrder } from "../areas/only-order.ts";
import { openCount } from "../areas/rejection.ts";
import type { Check } from "../check/check.ts";
import { anyOf, type Expectation, that } from "../check/expectation.ts";
import { outcomeOf } from "../expect/placed.ts";

const AT_ONCE = 10;

/** What a venue may answer while the first of the requests is under way (D-045). */
const MEANWHILE = statusesOf("D-045");

const tenAtOnce: Check = {
  title: "ten identical requests at once place at most one order",
  proves: ["IDEM-CONC-01", "IDEM-CONC-02"],
  needs: ["agent", "market"],
  async body(t) {
    const { agent, market } = t;
    await onlyOrder(t, market.resting());
    await t.settle();
    const openBefore = openCount(await agent.openOrders());
    const order = market.resting();
    const requests = Array.from({ length: AT_ONCE }, () =>
      agent.placeOnce(order, { tolerates: MEANWHILE }),
    );
    const answers = await Promise.all(requests);
    placedOne(answers);
    t.expect("IDEM-CONC-01", answers, oneId);
    await expectOpen(t, "IDEM-CONC-01", { openBefore, more: 1 });
    t.expect("IDEM-CONC-02", answers, anyOf(allTheOrder, theOrderOrMeanwhile));
  },
};

/** Errors: Inconclusive where all were refused, so that nothing is shown of a second order. */
function placedOne(answers: readonly PlaceResponse[]): void {
  if (idsIn(answers).size === 0) throw new Inconclusive("none of the requests placed an order");
}

function idsIn(answers: readonly PlaceResponse[]): Set<string> {
  const ids = answers.map(({ orderId }) => orderId);
  return new Set(ids.filter((id) => id !== null && id !== ZERO_UUID) as string[]);
}

const oneId: Expectation<PlaceResponse[]> = that(
  "one order_id in all answers",
  (answers) => idsIn(answers).size === 1,
  (answers) => `${idsIn(answers).size} order ids in ${answers.length} answers`,
);

const allTheOrder = every("every answer the order", isTheOrder);

const theOrderOrMeanwhile = every(
  `every answer the order, or HTTP ${MEANWHILE.join(", ")}`,
  (placed) => isTheOrder(placed) || MEANWHILE.includes(placed.httpStatus),
);

function isTheOrder({ fate, orderId }: PlaceResponse): boolean {
  return fate === "accepted" && orderId !== null;
}

function every(
  says: string,
  holds: (placed: PlaceResponse) => boolean,
): Expectation<PlaceResponse[]> {
  return that(
    says,
    (answers) => answers.every(holds),
    (answers) =>
      `${answers
        .filter((placed) => !holds(placed))
        .map(outcomeOf)
        .join(", ")}`,
  );
}

export const idempotencyConcurrent: readonly Check[] = [tenAtOnce];
