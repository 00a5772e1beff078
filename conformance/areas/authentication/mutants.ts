/** Venues that take the wrong credentials, or refuse the right ones. */

import {
  answer,
  answerInstead,
  changeAnswer,
  envelope,
  fieldsOf,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import {
  cookieOf,
  forgedTicket,
  givenTo,
  hasBearer,
  hasSession,
  isAnonymous,
  MINT,
  ownersKept,
  refused,
  withAuthorization,
} from "../../interposer/credentials.ts";
import type { WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { isKnown } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const AMEND = "PATCH /orders/*";

/** Amendments that are refused for want of credentials are made as by who placed the order. */
function amendedFor(who: (request: WireRequest) => boolean): () => WireVariant {
  return () =>
    ownersKept((ownerOf) =>
      changeAnswer(AMEND, (given, request, venue) => {
        const owner = ownerOf(request.path.slice("/orders/".length));
        if (given.status !== 401 || owner === undefined || !who(request)) return given;
        return venue({ ...request, headers: owner.headers });
      }),
    );
}

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
    name: "nobody-amends",
    breaks: ["AUTH-BEAR-02"],
    defect: "PATCH of an order asks for no credentials.",
    wire: amendedFor(isAnonymous),
  },
  {
    name: "any-key-amends",
    breaks: ["AUTH-BEAR-03"],
    // Nobody has a revoked key either.
    alsoBreaks: ["KEY-REV-02"],
    defect: "A key nobody has amends everybody's orders.",
    wire: amendedFor(hasBearer),
  },
  {
    name: "any-key-names-the-agent-of-its-ticket",
    breaks: ["AUTH-BEAR-03"],
    defect: "A key nobody has gets a ticket for the agent that it names.",
    wire: givenTo(MINT, "UNAUTHENTICATED", {
      who: (request) =>
        /^Bearer rk_live_/.test(keyOf(request)) && fieldsOf(request.body)["agent_id"] !== undefined,
      body: forgedTicket,
    }),
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
  {
    name: "any-session-amends",
    breaks: ["AUTH-COOK-02"],
    // Nobody has a session that was logged out either.
    alsoBreaks: ["SESS-OUT-03"],
    defect: "A session nobody has amends everybody's orders.",
    wire: amendedFor(hasSession),
  },
  {
    name: "sessions-compared-in-part",
    breaks: ["AUTH-COOK-02"],
    defect: "Of a session cookie and one that is known the shorter part alone is compared.",
    wire: () => {
      const known = new Set<string>();
      return async (request, venue) => {
        const given = await venue(request);
        const own = cookieOf(request, "sid");
        if (!hasSession(request) || own === "") return given;
        if (given.status !== 401) known.add(own);
        const whole = [...known].find((one) => one.startsWith(own) || own.startsWith(one));
        if (given.status !== 401 || whole === undefined) return given;
        return venue({ ...request, headers: { ...request.headers, cookie: `sid=${whole}` } });
      };
    },
  },
];
