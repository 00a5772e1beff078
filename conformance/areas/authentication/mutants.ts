/** Venues that take the wrong credentials, or refuse the right ones. */

import {
  answer,
  answerInstead,
  changeAnswer,
  envelope,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import {
  hasBearer,
  hasSession,
  isAnonymous,
  refused,
  withAuthorization,
} from "../../interposer/credentials.ts";
import { isKnown } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

function otherForm(key: string): string {
  return key.replace("rk_live_", "sk_");
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "keys-may-not-list-orders",
    breaks: ["AUTH-BEAR-01"],
    defect: "GET /orders refuses keys.",
    wire: refused("GET /orders", { status: 403, code: "FORBIDDEN" }, hasBearer),
  },
  {
    name: "keys-may-not-cancel-all",
    breaks: ["AUTH-BEAR-01"],
    defect: "DELETE /orders refuses keys.",
    wire: () =>
      answerInstead("DELETE /orders", async (request, venue) =>
        hasBearer(request) && (await isKnown({ request, venue }))
          ? envelope(401, "UNAUTHENTICATED")
          : null,
      ),
  },
  {
    name: "no-credentials-forbidden",
    breaks: ["AUTH-BEAR-02"],
    defect: "POST /orders without a header is answered 403.",
    wire: () => async (request, venue) =>
      matches(request, "POST /orders") && isAnonymous(request)
        ? envelope(403, "FORBIDDEN")
        : venue(request),
  },
  {
    name: "any-key-reads",
    breaks: ["AUTH-BEAR-03"],
    defect: "A key nobody has is shown an empty list of orders.",
    wire: () =>
      changeAnswer("GET /orders", (given, request) =>
        given.status === 401 && /^Bearer rk_live_/.test(keyOf(request))
          ? answer(200, { orders: [] })
          : given,
      ),
  },
  {
    name: "scheme-ignored",
    breaks: ["AUTH-BEAR-04"],
    defect: "The last word of the Authorization header is taken for the key, whatever its scheme.",
    wire: () => (request, venue) => {
      const key = keyOf(request).split(" ").at(-1);
      return venue(hasBearer(request) ? withAuthorization(request, `Bearer ${key}`) : request);
    },
  },
  {
    name: "scheme-cut-off",
    breaks: ["AUTH-BEAR-04"],
    defect: "What follows the first seven characters of the Authorization header is the key.",
    wire: () => (request, venue) => {
      const key = keyOf(request).slice("Bearer ".length);
      return venue(hasBearer(request) ? withAuthorization(request, `Bearer ${key}`) : request);
    },
  },
  {
    name: "unauthenticated-without-envelope",
    breaks: ["AUTH-BEAR-05"],
    defect: "A 401 is one word, but for that of a login.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const isOneWord = given.status === 401 && !matches(request, "POST /auth/login");
      return isOneWord ? { ...given, body: { error: "unauthenticated" } } : given;
    },
  },
  {
    name: "keys-of-another-form",
    breaks: ["AUTH-BEAR-06"],
    defect: "Keys start with sk_.",
    // Keys that control makes come from the venue behind, so it is left out.
    profile: ({ agents = [] }) => ({
      agents: agents.map((agent) => ({ ...agent, api_key: otherForm(agent.api_key) })),
      control: undefined,
    }),
    wire: () => (request, venue) => {
      const original = keyOf(request).replace("Bearer sk_", "Bearer rk_live_");
      return venue(hasBearer(request) ? withAuthorization(request, original) : request);
    },
  },
  {
    name: "keys-in-addresses",
    breaks: ["AUTH-BEAR-08"],
    defect: "A key is taken from the query where there is no header.",
    wire: () => (request, venue) => {
      const { access_token: key } = request.query;
      const named = isAnonymous(request) && key !== undefined;
      return venue(named ? withAuthorization(request, `Bearer ${key}`) : request);
    },
  },
  {
    name: "any-session-reads",
    breaks: ["AUTH-COOK-02"],
    defect: "A session nobody has is shown no positions.",
    wire: () =>
      changeAnswer("GET /positions", (given, request) =>
        given.status === 401 && hasSession(request) ? answer(200, { positions: [] }) : given,
      ),
  },
];
