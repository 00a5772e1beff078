/** Venues that compare owners where agents are meant. */

import { ask, changeAnswer, type Fields, fieldsOf } from "../../interposer/changes.ts";
import { ownersKept } from "../../interposer/credentials.ts";
import type { Behind, WireRequest } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { isForeign } from "./mutants-cancels.ts";

/** The account that a request acts for. */
async function accountOf(request: WireRequest, venue: Behind): Promise<unknown> {
  const body = fieldsOf((await ask({ request, venue }, "GET /account")).body);
  const account: Fields = { ...body, ...fieldsOf(body["account"]) };
  return account["account_id"];
}

/** What is refused to an agent is done where the order is of another agent of its owner. */
function givenToSiblings(route: string): Mutant["wire"] {
  return () =>
    ownersKept((ownerOf) =>
      changeAnswer(route, async (given, request, venue) => {
        const owner = ownerOf(request.path.slice("/orders/".length));
        if (!isForeign(given) || owner === undefined) return given;
        const isSibling = (await accountOf(owner, venue)) === (await accountOf(request, venue));
        return isSibling
          ? ask({ request: owner, venue }, `${request.method} ${request.path}`)
          : given;
      }),
    );
}

/** Defects between agents of one owner. */
export const ofSiblings: readonly Mutant[] = [
  {
    name: "order-shown-to-a-sibling",
    breaks: ["OAPI-GET-02"],
    defect: "GET of an order shows it to every agent of its owner.",
    wire: givenToSiblings("GET /orders/*")!,
  },
  {
    name: "order-cancelled-by-a-sibling",
    breaks: ["OAPI-CXL-05"],
    defect: "Every agent of an owner may cancel the orders of the others.",
    wire: givenToSiblings("DELETE /orders/*")!,
  },
];
