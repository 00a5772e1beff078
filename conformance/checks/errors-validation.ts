/** What an answer to refused input looks like. Spec: Validation error, Behaviour 4; D-003. */

import { codeOf } from "../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { answerThat } from "../expect/answers.ts";
import { detailItems, itemsComplete, itemsTyped, refusesMalformedOrder } from "../expect/errors.ts";
import { isListed } from "../expect/listed-routes.ts";
import { errorWatch, malformedOrder, malformedQuery } from "./errors-watch.ts";

const complete = errorWatch({
  rule: "ERR-VAL-01",
  title: "each item of a validation array has loc, msg and type",
  selects: hasDetailArray,
  demand: itemsComplete,
  provoke: malformedInput,
});

const typed = errorWatch({
  rule: "ERR-VAL-02",
  title: "loc, msg and type of a validation array have their types",
  selects: (exchange) => detailItems(exchange)?.length !== 0 && hasDetailArray(exchange),
  demand: itemsTyped,
  provoke: malformedInput,
});

const codeOfMalformed = errorWatch({
  rule: "ERR-VAL-03",
  title: "a flat envelope for a malformed order has the code VALIDATION_ERROR",
  selects: refusesMalformedOrder,
  demand: answerThat(
    "code VALIDATION_ERROR",
    ({ response }) => codeOf(response?.body) === "VALIDATION_ERROR",
  ),
  provoke: malformedOrder,
});

export const errorsValidation: readonly Check[] = [complete, typed, codeOfMalformed];

function hasDetailArray(exchange: Exchange): boolean {
  return detailItems(exchange) !== null && isListed(exchange);
}

async function malformedInput(t: CheckContext): Promise<void> {
  await malformedQuery(t);
  await malformedOrder(t);
}
