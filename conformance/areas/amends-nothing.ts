/** An amendment of a resting order by who may not amend it. Spec: Authentication 9; D-030. */

import { type Json, recordOf, wholeQty } from "../../scenarios/deployment/reading/reading.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../check/agent-client.ts";
import { amends } from "../check/changed-orders.ts";
import type { CheckContext } from "../check/check-context.ts";
import { type Expectation, that } from "../check/expectation.ts";
import { http } from "../expect/answers.ts";

const QTY = 2;

/**
 * Judges that an order of `owner` stays as it is when `send` asks for less of it, and that a venue
 * which amends it for its owner answers this `status`.
 */
export async function amendsNothing(
  t: CheckContext,
  rule: string,
  how: { owner: AgentClient; send: (ask: ApiRequest) => Promise<Exchange>; status: number },
): Promise<void> {
  const { owner, send, status } = how;
  const { orderId, sent } = await owner.rests(t.market.resting(t.side, { qty: QTY }));
  const asked = { price: Number(sent["price"]), qty: 1 };
  const path = `/orders/${orderId}`;
  const answer = await send({ method: "PATCH", path, body: asked, tolerates: [501] });
  await t.settle();
  t.expect(rule, recordIn(await owner.order(orderId), orderId), stillOf(QTY));
  // The spec shows no amendment (D-030): what is no order's PATCH is nobody's resource.
  if (await amends(t, owner, { orderId, ...asked })) t.expect(rule, answer, http(status));
}

const recordIn = ({ response }: Exchange, orderId: string): Json =>
  recordOf(response?.body, orderId) ?? {};

/** What cannot be read is not judged. */
function stillOf(qty: number): Expectation<Json> {
  const demand = (record: Json) => [null, qty].includes(wholeQty(record));
  return that(`an order of ${qty} as before`, demand, (record) => `one of ${wholeQty(record)}`);
}
