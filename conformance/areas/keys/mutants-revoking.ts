/** Venues whose keys live on when they are revoked, or take others along. */

import {
  answer,
  answerInstead,
  changeAnswer,
  envelope,
  fieldsOf,
  keyOf,
  learning,
  matches,
} from "../../interposer/changes.ts";
import {
  changeStatus,
  cookieOf,
  END_KEY,
  hasBearer,
  hasSession,
} from "../../interposer/credentials.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { knowingKeys, livingOn } from "../../interposer/keys.ts";
import { agentsOfOwner } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** A key of a further agent is told as revoked, and is not. */
const ofOtherAgentsLivingOn = () =>
  answerInstead(END_KEY, async (request, venue) => {
    const [, ...others] = await agentsOfOwner({ request, venue });
    const isOther = others.some(({ agent_id: id }) => request.path.includes(String(id)));
    return isOther && hasSession(request) ? answer(200, {}) : null;
  });

/** The keys that a session has made end with it. */
const endingItsKeys = () => {
  const ended = new Set<string>();
  return knowingKeys(async (keys, request, venue) => {
    const key = keys.sentWith(request);
    if (key !== undefined && ended.has(cookieOf(key.maker, "sid"))) {
      return envelope(401, "UNAUTHENTICATED");
    }
    const given = await venue(request);
    if (matches(request, "POST /auth/logout") && given.status === 200)
      ended.add(cookieOf(request, "sid"));
    return given;
  })();
};

/** A result is told again to the request that it was told to, whoever that is by then. */
function replaysForAnybody(): WireVariant {
  const results = new Map<string, WireAnswer>();
  const markOf = (request: WireRequest) => `${keyOf(request)} ${request.raw}`;
  return learning(
    (request, given) => {
      const isPlaced = matches(request, "POST /orders") && given.status === 201;
      if (isPlaced && hasBearer(request)) results.set(markOf(request), given);
    },
    changeAnswer("POST /orders", (given, request) =>
      given.status === 401 ? (results.get(markOf(request)) ?? given) : given,
    ),
  );
}

/** Defects of revoking keys. */
export const revoking: readonly Mutant[] = [
  {
    name: "keys-end-with-their-session",
    breaks: ["KEY-NEW-02"],
    defect: "A logout revokes the keys that its session has made.",
    wire: endingItsKeys,
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
      return changeAnswer(END_KEY, (given, { path }) => {
        if (given.status > 299) return given;
        if (ended.has(path)) return envelope(400, "KEY_REVOKED");
        ended.add(path);
        return given;
      });
    },
  },
  {
    name: "revocation-forgotten",
    breaks: ["KEY-REV-02"],
    defect: "Revoking a key is answered 200 and does nothing.",
    wire: livingOn(() => true),
  },
  {
    name: "revoked-keys-read",
    breaks: ["KEY-REV-02"],
    defect: "A revoked key is still shown the account.",
    wire: livingOn((request) => matches(request, "GET /account")),
  },
  {
    name: "revoked-keys-amend",
    breaks: ["KEY-REV-02"],
    defect: "A revoked key still amends orders.",
    wire: livingOn((request) => matches(request, "PATCH /orders/*")),
  },
  {
    name: "revoked-keys-replay",
    breaks: ["KEY-REV-02"],
    defect: "A revoked key is told the result of an order that it placed while it was good.",
    wire: replaysForAnybody,
  },
  {
    name: "keys-of-other-agents-live-on",
    breaks: ["KEY-REV-02"],
    defect: "A revoked key goes on working where it is not of its account's first agent.",
    wire: ofOtherAgentsLivingOn,
  },
  {
    name: "all-keys-revoked",
    breaks: ["KEY-REV-03"],
    defect: "Revoking one key ends all keys of the agent that were made beside it.",
    wire: knowingKeys(async (keys, request, venue) =>
      keys.sentWith(request)?.isBesideRevoked ? envelope(401, "UNAUTHENTICATED") : venue(request),
    ),
  },
  {
    name: "unknown-key-revoked",
    breaks: ["KEY-REV-05"],
    defect: "Revoking a key that does not exist is answered 200.",
    wire: () =>
      changeAnswer(END_KEY, (given) =>
        fieldsOf(given.body)["code"] === "KEY_NOT_FOUND" ? answer(200, {}) : given,
      ),
  },
  {
    name: "revoked-by-any-path",
    breaks: ["KEY-REV-05"],
    defect: "A key is revoked by its owner whatever agent the path names.",
    wire: knowingKeys(async (keys, request, venue) => {
      const given = await venue(request);
      if (!matches(request, END_KEY) || given.status !== 404) return given;
      const key = keys.ofId(request.path.split("/").at(-1));
      return key === undefined ? given : venue({ ...request, path: key.path });
    }),
  },
  {
    name: "strangers-revoke-keys",
    breaks: ["KEY-REV-06"],
    defect: "A session revokes another owner's key, which is answered 403 all the same.",
    wire: knowingKeys(async (keys, request, venue) => {
      const given = await venue(request);
      const key = keys.namedBy(request);
      const isForeign = fieldsOf(given.body)["code"] === "FORBIDDEN" && hasSession(request);
      if (isForeign && key !== undefined) await venue({ ...request, headers: key.maker.headers });
      return given;
    }),
  },
];
