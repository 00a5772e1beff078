/** Venues that make the wrong keys, or manage them for the wrong people. */

import {
  changeAnswer,
  changeRequest,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
  isFields,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import {
  forgedKey,
  givenTo,
  hasBearer,
  hasSession,
  isAnonymous,
  MAKE_KEY,
  members,
  refused,
  unguarded,
  withAuthorization,
} from "../../interposer/credentials.ts";
import {
  type WireAnswer,
  type WireRequest,
  type WireVariant,
  withBody,
} from "../../interposer/interposer.ts";
import { knowingKeys, revokedBy } from "../../interposer/keys.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { atOnce } from "./mutants-at-once.ts";
import { callers } from "./mutants-callers.ts";
import { firstAndLast } from "./mutants-first-key.ts";
import { revoking } from "./mutants-revoking.ts";
import { ofScopes, scopesIn } from "./mutants-scopes.ts";

/** Requests for a key, with other members; what is no JSON object stays so. */
function asked(change: (body: Fields) => Fields): () => WireVariant {
  return () =>
    changeRequest(MAKE_KEY, (request) =>
      isFields(request.body) ? withBody(request, change(request.body)) : request,
    );
}

const UNPROCESSABLE = 422;

/** The answer to a creation is given again to the next one, unless its key was used meanwhile. */
function oneForTwo(): WireVariant {
  const last = new Map<string, { scopes: string; given: WireAnswer; key: string }>();
  const scopesOf = ({ body }: WireRequest) => scopesIn(body).toSorted().join();
  return async (request, venue) => {
    const given = await venue(request);
    for (const [agent, { key }] of last) if (key === keyOf(request)) last.delete(agent);
    if (!matches(request, MAKE_KEY) || given.status > 299) return given;
    const before = last.get(request.path);
    const scopes = scopesOf(request);
    if (before?.scopes === scopes) return before.given;
    last.set(request.path, { scopes, given, key: `Bearer ${fieldsOf(given.body)["api_key"]}` });
    return given;
  };
}

/** The second key of a name is made, but not told. */
function namesakesWithoutPlaintext(): WireVariant {
  const names = new Set<unknown>();
  return changeAnswer(MAKE_KEY, (given, request) => {
    const { name } = fieldsOf(request.body);
    const isSecond = names.has(name);
    names.add(name);
    const { api_key: _, ...record } = fieldsOf(given.body);
    return isSecond && given.status < 300 ? { ...given, body: record } : given;
  });
}

/** A key is told in other words, and taken by them. */
function toldOtherwise(words: (made: Fields) => string): WireVariant {
  const whole = new Map<string, string>();
  const shown = members(MAKE_KEY, (body) => {
    const told = words(body);
    whole.set(`Bearer ${told}`, `Bearer ${body["api_key"]}`);
    return { ...body, api_key: told };
  });
  const used: WireVariant = (request, venue) => {
    const key = whole.get(keyOf(request));
    return venue(key === undefined ? request : withAuthorization(request, key));
  };
  return inFrontOf(used, shown());
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "key-never-shown",
    breaks: ["KEY-NEW-01"],
    defect: "The answer to a key's creation lacks the key.",
    wire: members(MAKE_KEY, ({ api_key: _, ...body }) => body),
  },
  {
    name: "namesakes-without-plaintext",
    breaks: ["KEY-NEW-01"],
    defect: "Who makes a key by a name that was given before is told no key.",
    wire: namesakesWithoutPlaintext,
  },
  {
    name: "keys-for-all-or-nothing",
    breaks: ["KEY-NEW-01"],
    defect: "A key that is to read alone is refused.",
    wire: refused(
      MAKE_KEY,
      { status: UNPROCESSABLE, code: "SCOPES_INVALID" },
      ({ body }) => scopesIn(body).join() === "read",
    ),
  },
  {
    name: "who-trades-must-read",
    breaks: ["KEY-NEW-01"],
    defect: "A key that is to trade alone is refused.",
    wire: refused(
      MAKE_KEY,
      { status: UNPROCESSABLE, code: "SCOPES_INVALID" },
      ({ body }) => scopesIn(body).join() === "trade",
    ),
  },
  {
    name: "keys-read-by-default",
    breaks: ["KEY-NEW-02"],
    defect: "A key created without scopes may only read.",
    wire: asked(({ scopes = ["read"], ...body }) => ({ ...body, scopes })),
  },
  {
    name: "key-name-under-80",
    breaks: ["KEY-NEW-04"],
    defect: "A key name of 80 characters is refused.",
    wire: refused(
      MAKE_KEY,
      { status: UNPROCESSABLE, code: "NAME_TOO_LONG" },
      ({ body }) => String(fieldsOf(body)["name"]).length === 80,
    ),
  },
  {
    name: "key-name-cut",
    breaks: ["KEY-NEW-05"],
    defect: "A key name of more than 80 characters is cut to 80.",
    wire: asked(({ name, ...body }) =>
      typeof name === "string" ? { ...body, name: name.slice(0, 80) } : body,
    ),
  },
  {
    name: "names-of-reading-keys-cut",
    breaks: ["KEY-NEW-05"],
    defect: "A name of more than 80 characters is cut to 80 where the key may read alone.",
    wire: asked(({ name, ...body }) => ({
      ...body,
      name: scopesIn(body).join() === "read" ? String(name).slice(0, 80) : name,
    })),
  },
  {
    name: "key-name-made-up",
    breaks: ["KEY-NEW-06"],
    defect: "A key without a name gets one.",
    wire: asked(({ name, ...body }) => ({ ...body, name: name ?? "unnamed" })),
  },
  {
    name: "keys-under-v1-alone",
    breaks: ["KEY-NEW-08"],
    // Of creating a key that rule says the same under each of the two.
    alsoBreaks: ["KEY-NEW-01"],
    defect: "Keys are not made under /api/v1.",
    wire: refused(
      MAKE_KEY,
      { status: 404, code: "ROUTE_NOT_FOUND" },
      ({ prefix }) => prefix === "/api/v1",
    ),
  },
  {
    name: "short-keys",
    breaks: ["KEY-NEW-09"],
    defect: "Keys have 12 characters after the prefix.",
    wire: () => toldOtherwise(({ api_key }) => String(api_key).slice(0, 20)),
  },
  {
    name: "counted-keys",
    breaks: ["KEY-NEW-09"],
    defect: "A key is the id of its agent, and how many keys there were before.",
    wire: () => {
      let before = 0;
      return toldOtherwise(({ agent_id: id }) => {
        before++;
        return `rk_live_${String(id).replaceAll("-", "")}${String(before).padStart(6, "0")}`;
      });
    },
  },
  {
    name: "one-key-for-two",
    breaks: ["KEY-NEW-09"],
    // Two keys that are one end together.
    alsoBreaks: ["KEY-REV-03"],
    defect: "Two creations in a row for an agent, of the same scopes, give the same key.",
    wire: oneForTwo,
  },
  {
    name: "keys-validated-before-callers",
    breaks: ["KEY-AUTH-01"],
    // That rule is of every route about one caller, so of this one too.
    alsoBreaks: ["AUTH-BEAR-02"],
    defect: "Creating a key without credentials is answered 400.",
    wire: () =>
      changeAnswer(MAKE_KEY, (given, request) =>
        given.status === 401 && isAnonymous(request) ? envelope(400, "VALIDATION_ERROR") : given,
      ),
  },
  {
    name: "nobody-makes-keys-for-reading",
    breaks: ["KEY-AUTH-01"],
    defect: "A key with the scope read alone is created for callers without credentials.",
    wire: givenTo(MAKE_KEY, "UNAUTHENTICATED", {
      who: (request) => isAnonymous(request) && String(fieldsOf(request.body)["scopes"]) === "read",
      body: forgedKey,
    }),
  },
  {
    name: "nobody-revokes-keys",
    breaks: ["KEY-AUTH-01"],
    defect: "A key is revoked for callers without credentials.",
    wire: revokedBy(isAnonymous),
  },
  {
    name: "keys-make-keys",
    breaks: ["KEY-AUTH-02"],
    defect: "A key creates keys.",
    wire: givenTo(MAKE_KEY, "SESSION_REQUIRED", { who: hasBearer, body: forgedKey }),
  },
  {
    name: "keys-revoke-keys",
    breaks: ["KEY-AUTH-02"],
    defect: "A key revokes the keys of its agent.",
    wire: revokedBy(hasBearer),
  },
  {
    name: "keys-for-strangers",
    breaks: ["KEY-AUTH-03"],
    defect: "A session creates keys of another owner's agent.",
    wire: givenTo(MAKE_KEY, "FORBIDDEN", { who: hasSession, body: forgedKey }),
  },
  {
    name: "keys-for-unknown-agents",
    breaks: ["KEY-AUTH-04"],
    defect: "A key is created for an agent that does not exist.",
    wire: givenTo(MAKE_KEY, "AGENT_NOT_FOUND", { body: forgedKey }),
  },
  {
    name: "operators-keys-for-all",
    breaks: ["KEY-OPER-01"],
    defect: "Anybody signed in reads the operator's list of keys.",
    wire: () =>
      changeAnswer("GET /agents/*/keys", (given) =>
        given.status === 403 ? { ...given, status: 200, body: { keys: [] } } : given,
      ),
  },
  {
    name: "operators-keys-for-nobody",
    breaks: ["KEY-OPER-01"],
    defect: "Who sends no credentials reads the operator's list of keys; users are refused.",
    wire: unguarded("GET /agents/*/keys", { keys: [] }),
  },
  {
    name: "operators-revocation-for-users",
    breaks: ["KEY-OPER-01"],
    defect: "Users revoke keys on the operator's path; there is no such key otherwise.",
    wire: knowingKeys(async (keys, request, venue) => {
      const given = await venue(request);
      if (!matches(request, "DELETE /agents/*/keys/*") || given.status !== 403) return given;
      const asOwn = { ...request, path: `/me${request.path}` };
      const key = keys.namedBy(asOwn);
      if (key === undefined) return envelope(404, "KEY_NOT_FOUND");
      return venue({ ...asOwn, headers: key.maker.headers });
    }),
  },
  ...revoking,
  ...callers,
  ...firstAndLast,
  ...ofScopes,
  ...atOnce,
];
