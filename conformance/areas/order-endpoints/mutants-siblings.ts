/** Venues that compare owners where agents are meant, or look at the order before its owner. */

import {
  type Arriving,
  ask,
  changeAnswer,
  envelope,
  fieldsOf,
  learning,
  matches,
} from "../../interposer/changes.ts";
import { ownersKept } from "../../interposer/credentials.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { accountOf, onlyReads } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { isForeign } from "./mutants-cancels.ts";

/** What is refused as another agent's is done as by who placed the order, where `isFor` says so. */
function givenTo(
  route: string,
  isFor: (owner: WireRequest, asked: Arriving) => boolean | Promise<boolean>,
): Mutant["wire"] {
  return () =>
    ownersKept((ownerOf) =>
      changeAnswer(route, async (given, request, venue) => {
        const owner = ownerOf(request.path.slice("/orders/".length));
        if (!isForeign(given) || owner === undefined) return given;
        return (await isFor(owner, { request, venue }))
          ? ask({ request: owner, venue }, `${request.method} ${request.path}`)
          : given;
      }),
    );
}

const areSiblings = async (owner: WireRequest, { request, venue }: Arriving) =>
  (await accountOf({ request: owner, venue })) === (await accountOf({ request, venue }));

const wasAtOnce = ({ body }: WireRequest) => fieldsOf(body)["tif"] === "IOC";

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
    wire: givenTo("GET /orders/*", areSiblings)!,
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
    wire: givenTo("GET /orders/*", wasAtOnce)!,
  },
  {
    name: "order-shown-to-who-only-reads",
    breaks: ["OAPI-GET-02"],
    defect: "GET of an order by a key that may only read shows it, whosever it is.",
    wire: givenTo("GET /orders/*", (_, asked) => onlyReads(asked))!,
  },
  {
    name: "order-cancelled-by-a-sibling",
    breaks: ["OAPI-CXL-05"],
    defect: "Every agent of an owner may cancel the orders of the others.",
    wire: givenTo("DELETE /orders/*", areSiblings)!,
  },
];
