/** Legal ways to manage keys and tickets, and how they are refused. */

import { envelope, fieldsOf, matches } from "../interposer/changes.ts";
import {
  changeStatus,
  END_KEY,
  hasSession,
  isAnonymous,
  MAKE_KEY,
  MINT,
  members,
} from "../interposer/credentials.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { WireVariant } from "../interposer/interposer.ts";
import { knowingKeys } from "../interposer/keys.ts";

/** A second revocation of a key. */
function revokedTwiceAs(status: 404 | 409): () => WireVariant {
  return () => {
    const ended = new Set<string>();
    return async (request, venue) => {
      const given = await venue(request);
      if (!matches(request, END_KEY) || given.status !== 200) return given;
      if (ended.has(request.path)) return envelope(status, "KEY_REVOKED");
      ended.add(request.path);
      return given;
    };
  };
}

/** An agent has no more live keys than this that were made on the wire. */
function keysAtMost(most: number): () => WireVariant {
  return knowingKeys(async (keys, request, venue) => {
    const isMade = matches(request, MAKE_KEY) && hasSession(request);
    const isFull = isMade && keys.liveAt(request.path) >= most;
    return isFull ? envelope(409, "TOO_MANY_KEYS") : venue(request);
  });
}

const keys: readonly Dialect[] = [
  {
    name: "key-created-as-200",
    decision: "D-132",
    variant: "Creating a key is answered 200.",
    wire: changeStatus(MAKE_KEY, 201, 200),
  },
  {
    name: "key-in-a-wrapper",
    decision: "D-132",
    variant: "A new key is told as id and token under data, with a mask of it beside.",
    wire: members(MAKE_KEY, ({ key_id: id, api_key: token }) => {
      const masked = `${String(token).slice(0, 12)}…`;
      return { data: { id, token, masked } };
    }),
  },
  {
    name: "revocation-as-204",
    decision: "D-133",
    variant: "Revoking a key is answered 204 without a body.",
    wire: changeStatus(END_KEY, 200, 204, ""),
  },
  {
    name: "revoked-twice-404",
    decision: "D-133",
    variant: "Revoking a revoked key is answered 404.",
    wire: revokedTwiceAs(404),
  },
  {
    name: "revoked-twice-409",
    decision: "D-133",
    variant: "Revoking a revoked key is answered 409.",
    wire: revokedTwiceAs(409),
  },
  {
    name: "few-keys-at-most",
    decision: "D-132",
    variant: "No agent has more than six live keys: a seventh is answered 409.",
    wire: keysAtMost(6),
  },
  {
    name: "unknown-agent-forbidden",
    decision: "D-094",
    variant: "An agent or key that does not exist is answered 403 on the key routes.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const onKeys = matches(request, MAKE_KEY) || matches(request, END_KEY);
      return onKeys && given.status === 404 ? envelope(403, "FORBIDDEN") : given;
    },
  },
  {
    name: "keys-for-keys-401",
    decision: "D-135",
    variant: "A bearer key on the key routes is answered 401.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const { code } = fieldsOf(given.body);
      return code === "SESSION_REQUIRED" ? envelope(401, "UNAUTHENTICATED") : given;
    },
  },
  {
    name: "operators-path-404",
    decision: "D-144",
    variant: "The operator's path for keys is not there for users.",
    wire: () => async (request, venue) => {
      const onPath = /^\/agents\/[^/]+\/keys$/.test(request.path);
      return onPath && !isAnonymous(request) ? envelope(404, "ROUTE_NOT_FOUND") : venue(request);
    },
  },
];

const tickets: readonly Dialect[] = [
  {
    name: "stream-refuses-by-closing",
    decision: "D-151",
    variant: "A bad ticket is let in and closed at once with 4401.",
    stream: { refusesBy: "close" },
  },
  {
    name: "ticket-of-a-stranger-404",
    decision: "D-15A",
    variant: "A ticket for another owner's agent is answered 404.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const foreign = matches(request, MINT) && fieldsOf(given.body)["code"] === "FORBIDDEN";
      return foreign ? envelope(404, "AGENT_NOT_FOUND") : given;
    },
  },
  {
    name: "expiry-without-zone",
    decision: "D-150",
    variant: "expires_at has no zone designator and six digits of a second.",
    wire: members(MINT, (body) => ({
      ...body,
      expires_at: String(body["expires_at"]).replace("Z", "000"),
    })),
  },
];

/** Dialects of accounts. */
export const accounts: readonly Dialect[] = [...keys, ...tickets];
