/** Venues that give keys away, give the wrong ones, or let them live on. */

import {
  answer,
  answerInstead,
  changeAnswer,
  changeRequest,
  envelope,
  type Fields,
  fieldsOf,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import {
  changeStatus,
  END_KEY,
  forgedKey,
  givenTo,
  hasBearer,
  hasSession,
  isAnonymous,
  MAKE_KEY,
  members,
} from "../../interposer/credentials.ts";
import { type WireRequest, type WireVariant, withBody } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { callers } from "./mutants-callers.ts";

/** Requests for a key, with other members. */
function asked(change: (body: Fields) => Fields): () => WireVariant {
  return () =>
    changeRequest(MAKE_KEY, (request) => withBody(request, change(fieldsOf(request.body))));
}

const PRIVILEGED = ["admin", "operator", "internal"];

function scopesIn(body: unknown): string[] {
  const { scopes } = fieldsOf(body);
  return Array.isArray(scopes) ? scopes : [];
}

/** The credentials under which each key was made; its maker's request is what they are taken from. */
function byMaker(who: (request: WireRequest) => boolean): () => WireVariant {
  return () => {
    const makers = new Map<string, WireRequest>();
    return async (request, venue) => {
      const maker = makers.get(request.path.split("/").at(-1) ?? "");
      if (matches(request, END_KEY) && maker !== undefined && who(request)) {
        const path = `${maker.path}/${request.path.split("/").at(-1)}`;
        return venue({ ...request, path, headers: maker.headers });
      }
      const given = await venue(request);
      const { key_id } = fieldsOf(given.body);
      const made = matches(request, MAKE_KEY) && given.status === 201;
      if (made) makers.set(String(key_id), request);
      return given;
    };
  };
}

/** What was told of keys, and keys that stay dead whatever the venue says. */
function endingAll(): WireVariant {
  const byAgent = new Map<string, string[]>();
  const dead = new Set<string>();
  return async (request, venue) => {
    if (dead.has(keyOf(request))) return envelope(401, "UNAUTHENTICATED");
    const given = await venue(request);
    const agent = request.path.split("/")[3] ?? "";
    const keys = byAgent.get(agent) ?? [];
    const { api_key } = fieldsOf(given.body);
    if (matches(request, MAKE_KEY)) byAgent.set(agent, [...keys, `Bearer ${api_key}`]);
    if (matches(request, END_KEY)) for (const key of keys) dead.add(key);
    return given;
  };
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
    name: "keys-for-all-or-nothing",
    breaks: ["KEY-NEW-01"],
    defect: "A key that is to read alone is refused.",
    wire: () =>
      answerInstead(MAKE_KEY, ({ body }) =>
        scopesIn(body).join() === "read" ? envelope(422, "SCOPES_INVALID") : null,
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
    wire: () =>
      answerInstead(MAKE_KEY, ({ body }) =>
        String(fieldsOf(body)["name"]).length === 80 ? envelope(422, "NAME_TOO_LONG") : null,
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
    name: "key-name-made-up",
    breaks: ["KEY-NEW-06"],
    defect: "A key without a name gets one.",
    wire: asked(({ name = "unnamed", ...body }) => ({ ...body, name })),
  },
  {
    name: "any-scope-granted",
    breaks: ["KEY-NEW-07"],
    defect: "A key gets every scope that was asked for.",
    wire: () => async (request, venue) => {
      if (!matches(request, MAKE_KEY)) return venue(request);
      const scopes = scopesIn(request.body).filter((scope) => !PRIVILEGED.includes(scope));
      const body = { ...fieldsOf(request.body), ...(scopes.length > 0 && { scopes }) };
      const given = await venue(withBody(request, body));
      const granted = { ...fieldsOf(given.body), scopes: scopesIn(request.body) };
      return given.status < 300 ? { ...given, body: granted } : given;
    },
  },
  {
    name: "keys-under-v1-alone",
    breaks: ["KEY-NEW-08"],
    defect: "Keys are not served under /api/v1.",
    wire: () =>
      answerInstead(MAKE_KEY, ({ prefix }) =>
        prefix === "/api/v1" ? envelope(404, "ROUTE_NOT_FOUND") : null,
      ),
  },
  {
    name: "short-keys",
    breaks: ["KEY-NEW-09"],
    defect: "Keys have 12 characters after the prefix.",
    wire: members(MAKE_KEY, (body) => ({ ...body, api_key: String(body["api_key"]).slice(0, 20) })),
  },
  {
    name: "one-key-for-all",
    breaks: ["KEY-NEW-09"],
    defect: "Every creation gives the same key.",
    wire: () => {
      let first: unknown;
      return members(MAKE_KEY, (body) => {
        first ??= body["api_key"];
        return { ...body, api_key: first };
      })();
    },
  },
  {
    name: "keys-validated-before-callers",
    breaks: ["KEY-AUTH-01"],
    defect: "Creating a key without credentials is answered 400.",
    wire: changeStatus(MAKE_KEY, 401, 400),
  },
  {
    name: "nobody-revokes-keys",
    breaks: ["KEY-AUTH-01"],
    defect: "A key is revoked for callers without credentials.",
    wire: byMaker(isAnonymous),
  },
  {
    name: "keys-make-keys",
    breaks: ["KEY-AUTH-02"],
    defect: "A key creates keys.",
    wire: givenTo(MAKE_KEY, 403, { who: hasBearer, body: forgedKey }),
  },
  {
    name: "keys-revoke-keys",
    breaks: ["KEY-AUTH-02"],
    defect: "A key revokes the keys of its agent.",
    wire: byMaker(hasBearer),
  },
  {
    name: "keys-for-strangers",
    breaks: ["KEY-AUTH-03"],
    defect: "A session creates keys of another owner's agent.",
    wire: givenTo(MAKE_KEY, 403, { who: hasSession, body: forgedKey }),
  },
  {
    name: "keys-for-unknown-agents",
    breaks: ["KEY-AUTH-04"],
    defect: "A key is created for an agent that does not exist.",
    wire: givenTo(MAKE_KEY, 404, { body: forgedKey }),
  },
  {
    name: "operators-keys-for-all",
    breaks: ["KEY-OPER-01"],
    defect: "Anybody signed in reads the operator's list of keys.",
    wire: () =>
      changeAnswer("GET /agents/*/keys", (given) =>
        given.status === 403 ? answer(200, { keys: [] }) : given,
      ),
  },
  {
    name: "revocation-created",
    breaks: ["KEY-REV-01"],
    defect: "Revoking a key is answered 201.",
    wire: changeStatus(END_KEY, 200, 201),
  },
  {
    name: "revoked-twice-fails",
    breaks: ["KEY-REV-01"],
    defect: "Revoking a revoked key is answered 400.",
    wire: () => {
      const ended = new Set<string>();
      return async (request, venue) => {
        if (!matches(request, END_KEY)) return venue(request);
        if (ended.has(request.path)) return envelope(400, "KEY_REVOKED");
        ended.add(request.path);
        return venue(request);
      };
    },
  },
  {
    name: "revocation-forgotten",
    breaks: ["KEY-REV-02"],
    defect: "Revoking a key is answered 200 and does nothing.",
    wire: () => answerInstead(END_KEY, () => answer(200, {})),
  },
  {
    name: "revoked-keys-read",
    breaks: ["KEY-REV-02"],
    defect: "A revoked key is still shown the account.",
    wire: changeStatus("GET /account", 401, 200, {}),
  },
  {
    name: "all-keys-revoked",
    breaks: ["KEY-REV-03"],
    defect: "Revoking one key ends all keys of the agent that were made beside it.",
    wire: endingAll,
  },
  {
    name: "unknown-key-revoked",
    breaks: ["KEY-REV-05"],
    defect: "Revoking a key that does not exist is answered 200.",
    wire: changeStatus(END_KEY, 404, 200, {}),
  },
  {
    name: "strangers-revoke-keys",
    breaks: ["KEY-REV-06"],
    defect: "A session revokes another owner's key, which is answered 403 all the same.",
    wire: () => {
      const asMaker = byMaker(hasSession)();
      const sessions = new Map<string, string | undefined>();
      return async (request, venue) => {
        const cookie = request.headers["cookie"];
        const given = await asMaker(request, venue);
        const agent = request.path.split("/")[3] ?? "";
        if (matches(request, MAKE_KEY)) sessions.set(agent, cookie);
        const foreign = matches(request, END_KEY) && sessions.get(agent) !== cookie;
        return foreign ? envelope(403, "FORBIDDEN") : given;
      };
    },
  },
  ...callers,
];
