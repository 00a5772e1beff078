/** Venues whose keys may too much: they trade without the scope, and manage keys. */

import {
  ask,
  changeAnswer,
  envelope,
  type Fields,
  fieldsOf,
  isFields,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import {
  hasBearer,
  hasSession,
  MAKE_KEY,
  ownersKept,
  withAuthorization,
} from "../../interposer/credentials.ts";
import { type WireRequest, type WireVariant, withBody } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** What is refused for want of a scope is done, where `when` holds, as with a key of the agent that trades. */
function scopeForgotten(
  route: string,
  when: (request: WireRequest) => boolean = () => true,
): () => WireVariant {
  return () =>
    ownersKept((ownerOf) =>
      changeAnswer(route, async (given, request, venue) => {
        const isRefused = fieldsOf(given.body)["code"] === "INSUFFICIENT_SCOPE";
        if (!isRefused || !when(request)) return given;
        const { orders = [] } = fieldsOf((await ask({ request, venue }, "GET /orders")).body);
        const placed = (orders as Fields[]).map(({ order_id }) => ownerOf(String(order_id)));
        const trader = placed.find((order) => order !== undefined && hasBearer(order));
        return trader === undefined ? given : venue(withAuthorization(request, keyOf(trader)));
      }),
    );
}

/** Every key that was made, told again in the answers of a route. */
function toldAgain(route: string, status: number): () => WireVariant {
  return () => {
    const made: unknown[] = [];
    return async (request, venue) => {
      const given = await venue(request);
      if (matches(request, MAKE_KEY) && given.status === 201) {
        made.push(fieldsOf(given.body)["api_key"]);
      }
      const tells = matches(request, route) && given.status === status;
      return tells ? { ...given, body: { ...fieldsOf(given.body), made } } : given;
    };
  };
}

/** Venues that tell keys again, or let keys and sessions do what is not theirs. */
export const callers: readonly Mutant[] = [
  {
    name: "keys-listed-in-plaintext",
    breaks: ["KEY-NEW-10"],
    defect: "The list of an agent's keys shows them.",
    wire: toldAgain("GET /me/agents/*/keys", 200),
  },
  {
    name: "refusals-tell-keys",
    breaks: ["KEY-NEW-10"],
    defect: "A refused creation shows the keys that were made before.",
    wire: toldAgain(MAKE_KEY, 400),
  },
  {
    name: "key-names-made-texts",
    breaks: ["KEY-NEW-11"],
    defect: "A number is taken for the name of a key.",
    wire: () => (request, venue) => {
      const { name, ...body } = fieldsOf(request.body);
      return matches(request, MAKE_KEY) && typeof name === "number"
        ? venue(withBody(request, { ...body, name: String(name) }))
        : venue(request);
    },
  },
  {
    name: "scopes-not-looked-into",
    breaks: ["KEY-NEW-11"],
    defect: "Elements of scopes that are no texts are left out, and a key without any gets both.",
    wire: () => (request, venue) => {
      const { scopes, ...body } = fieldsOf(request.body);
      if (!matches(request, MAKE_KEY) || !Array.isArray(scopes)) return venue(request);
      const texts = scopes.filter((scope) => typeof scope === "string");
      const isChanged = texts.length < scopes.length;
      const asked = texts.length > 0 ? { ...body, scopes: texts } : body;
      return venue(isChanged ? withBody(request, asked) : request);
    },
  },
  {
    name: "objects-taken-for-no-scopes",
    breaks: ["KEY-NEW-11"],
    defect: "Scopes that are an object make a key of both scopes.",
    wire: () => (request, venue) => {
      const { scopes, ...body } = fieldsOf(request.body);
      const isObject = matches(request, MAKE_KEY) && isFields(scopes);
      return venue(isObject ? withBody(request, body) : request);
    },
  },
  {
    name: "keys-for-the-first-agent-alone",
    breaks: ["KEY-NEW-12"],
    defect: "A session creates keys of its owner's first agent alone.",
    wire: () =>
      changeAnswer(MAKE_KEY, async (given, request, venue) => {
        if (given.status > 299 || !hasSession(request)) return given;
        const { body } = await ask({ request, venue }, "GET /me/wallet");
        const first = fieldsOf(body)["agent_id"];
        return request.path.includes(String(first)) ? given : envelope(403, "FORBIDDEN");
      }),
  },
  {
    name: "read-only-keys-place",
    breaks: ["KEY-SCOPE-02"],
    defect: "An order of a key without trade is placed.",
    wire: scopeForgotten("POST /orders"),
  },
  {
    name: "read-only-keys-place-at-once-or-never",
    breaks: ["KEY-SCOPE-02"],
    defect: "An IOC order of a key without trade is placed; one that may rest is refused.",
    wire: scopeForgotten("POST /orders", ({ body }) => fieldsOf(body)["tif"] === "IOC"),
  },
  {
    name: "read-only-keys-cancel-everything",
    breaks: ["KEY-SCOPE-02"],
    defect: "A key without trade cancels all orders where it names no market.",
    wire: scopeForgotten("DELETE /orders", ({ query }) => query["market_id"] === undefined),
  },
  {
    name: "read-only-keys-cancel",
    breaks: ["KEY-SCOPE-02"],
    defect: "A key without trade cancels orders.",
    wire: scopeForgotten("DELETE /orders/*"),
  },
  {
    name: "read-only-keys-ladder",
    breaks: ["KEY-SCOPE-02"],
    defect: "A ladder of a key without trade is answered as that of any other.",
    wire: scopeForgotten("POST /orders/replace-ladder"),
  },
];
