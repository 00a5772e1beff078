/** Venues that compare owners where agents are meant, or look at the order before its owner. */

import {
  ask,
  changeAnswer,
  envelope,
  fieldsOf,
  learning,
  matches,
} from "../../interposer/changes.ts";
import { ownersKept } from "../../interposer/credentials.ts";
import type { WireAnswer, WireVariant } from "../../interposer/interposer.ts";
import { accountOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { isForeign } from "./mutants-cancels.ts";

/** What is refused to an agent is done where the order is of another agent of its owner. */
function givenToSiblings(route: string): Mutant["wire"] {
  return () =>
    ownersKept((ownerOf) =>
      changeAnswer(route, async (given, request, venue) => {
        const owner = ownerOf(request.path.slice("/orders/".length));
        if (!isForeign(given) || owner === undefined) return given;
        const isSibling =
          (await accountOf({ request: owner, venue })) === (await accountOf({ request, venue }));
        return isSibling
          ? ask({ request: owner, venue }, `${request.method} ${request.path}`)
          : given;
      }),
    );
}

/** What is refused to others with 403 where the order rests is 404 where it has this status. */
function unknownWhen(status: string, route: string): Mutant["wire"] {
  return () =>
    ownersKept((ownerOf) =>
      changeAnswer(route, async (given, request, venue) => {
        const owner = ownerOf(request.path.slice("/orders/".length));
        if (given.status !== 403 || owner === undefined) return given;
        const order = await ask({ request: owner, venue }, `GET ${request.path}`);
        const isSo = fieldsOf(order.body)["status"] === status;
        return isSo ? envelope(404, "ORDER_NOT_FOUND") : given;
      }),
    );
}

/** What an agent has read of its order is told to whoever asks for it later. */
function keptForAll(): WireVariant {
  const kept = new Map<string, WireAnswer>();
  return learning(
    (request, given) => {
      if (matches(request, "GET /orders/*") && given.status === 200) kept.set(request.path, given);
    },
    changeAnswer("GET /orders/*", (given, { path }) =>
      isForeign(given) ? (kept.get(path) ?? given) : given,
    ),
  );
}

/** An order that never rests is told to whoever asks for it. */
function takersShown(): WireVariant {
  return ownersKept((ownerOf) =>
    changeAnswer("GET /orders/*", (given, request, venue) => {
      const owner = ownerOf(request.path.slice("/orders/".length));
      const isTaker = fieldsOf(owner?.body)["tif"] === "IOC";
      return owner !== undefined && isTaker && isForeign(given)
        ? ask({ request: owner, venue }, `GET ${request.path}`)
        : given;
    }),
  );
}

/** Defects of who sees and cancels an order of another agent. */
export const ofSiblings: readonly Mutant[] = [
  {
    name: "order-amended-by-a-stranger",
    breaks: ["OAPI-AMEND-02"],
    defect: "Every agent may amend the orders of all others.",
    wire: () =>
      ownersKept((ownerOf) =>
        changeAnswer("PATCH /orders/*", async (given, request, venue) => {
          const owner = ownerOf(request.path.slice("/orders/".length));
          const { headers = request.headers } = owner ?? {};
          return given.status === 403 ? venue({ ...request, headers }) : given;
        }),
      ),
  },
  {
    name: "amend-of-anothers-order-unknown",
    breaks: ["OAPI-AMEND-02"],
    defect: "PATCH of another agent's order is answered 404.",
    wire: () =>
      changeAnswer("PATCH /orders/*", (given) =>
        given.status === 403 ? envelope(404, "ORDER_NOT_FOUND") : given,
      ),
  },
  {
    name: "filled-order-of-another-unknown",
    breaks: ["OAPI-GET-02"],
    defect: "GET of another agent's order is answered 404 once it is filled.",
    wire: unknownWhen("FILLED", "GET /orders/*")!,
  },
  {
    name: "cancel-of-anothers-partial-unknown",
    breaks: ["OAPI-CXL-05"],
    defect: "DELETE of another agent's order is answered 404 once it is filled in part.",
    wire: unknownWhen("PARTIAL", "DELETE /orders/*")!,
  },
  {
    name: "order-shown-to-a-sibling",
    breaks: ["OAPI-GET-02"],
    defect: "GET of an order shows it to every agent of its owner.",
    wire: givenToSiblings("GET /orders/*")!,
  },
  {
    name: "order-shown-once-its-owner-has-read-it",
    breaks: ["OAPI-GET-02"],
    defect: "GET of an order shows it to anybody once the agent that placed it has read it.",
    wire: keptForAll,
  },
  {
    name: "ioc-order-shown-to-anybody",
    breaks: ["OAPI-GET-02"],
    defect: "GET of an order that was an IOC one shows it to every agent.",
    wire: takersShown,
  },
  {
    name: "order-cancelled-by-a-sibling",
    breaks: ["OAPI-CXL-05"],
    defect: "Every agent of an owner may cancel the orders of the others.",
    wire: givenToSiblings("DELETE /orders/*")!,
  },
];
