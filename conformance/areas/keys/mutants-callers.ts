/** Venues whose keys may too much: they trade without the scope, and manage keys. */

import {
  answer,
  ask,
  changeAnswer,
  envelope,
  type Fields,
  fieldsOf,
  matches,
} from "../../interposer/changes.ts";
import { hasSession, MAKE_KEY } from "../../interposer/credentials.ts";
import { type WireVariant, withBody } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Refusals for want of a scope, as a success. */
function scopeForgotten(route: string, status: number, body: Fields): () => WireVariant {
  return () =>
    changeAnswer(route, (given) =>
      fieldsOf(given.body)["code"] === "INSUFFICIENT_SCOPE" ? answer(status, body) : given,
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
    name: "keys-for-the-first-agent-alone",
    breaks: ["KEY-NEW-12"],
    defect: "A session creates keys of its owner's first agent alone.",
    wire: () => async (request, venue) => {
      if (!matches(request, MAKE_KEY) || !hasSession(request)) return venue(request);
      const { body } = await ask({ request, venue }, "GET /me/wallet");
      const first = fieldsOf(body)["agent_id"];
      return request.path.includes(String(first)) ? venue(request) : envelope(403, "FORBIDDEN");
    },
  },
  {
    name: "read-only-keys-place",
    breaks: ["KEY-SCOPE-02"],
    defect: "An order of a key without trade is answered 201.",
    wire: scopeForgotten("POST /orders", 201, { status: "NEW" }),
  },
  {
    name: "read-only-keys-cancel",
    breaks: ["KEY-SCOPE-02"],
    defect: "A cancel by a key without trade is answered 200.",
    wire: scopeForgotten("DELETE /orders/*", 200, { status: "CANCELLED" }),
  },
  {
    name: "read-only-keys-ladder",
    breaks: ["KEY-SCOPE-02"],
    defect: "A ladder of a key without trade is answered as that of any other.",
    wire: scopeForgotten("POST /orders/replace-ladder", 422, { detail: [] }),
  },
];
