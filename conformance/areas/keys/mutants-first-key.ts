/** Venues that make an agent's first key otherwise than its others, or none after its last. */

import { envelope, fieldsOf, isFields, matches } from "../../interposer/changes.ts";
import { cookieOf, MAKE_KEY } from "../../interposer/credentials.ts";
import { type WireVariant, withBody } from "../../interposer/interposer.ts";
import { knowingKeys } from "../../interposer/keys.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** The first key that is asked for each agent has a name that is cut. */
function firstNamesCut(): WireVariant {
  const known = new Set<string>();
  return (request, venue) => {
    if (!matches(request, MAKE_KEY) || !isFields(request.body)) return venue(request);
    if (known.has(request.path)) return venue(request);
    known.add(request.path);
    const name = String(fieldsOf(request.body)["name"]).slice(0, 80);
    return venue(withBody(request, { ...request.body, name }));
  };
}

/** Whoever logged in is forbidden another key once the last of those he made was revoked. */
function noneAfterTheLast(): WireVariant {
  const withoutKeys = new Set<string>();
  let sessions = "";
  return knowingKeys(async (keys, request, venue) => {
    const session = cookieOf(request, "sid");
    const isMember = session !== "" && sessions.includes(session);
    if (matches(request, MAKE_KEY) && withoutKeys.has(request.path))
      return envelope(403, "NO_KEYS");
    const given = await venue(request);
    if (matches(request, "POST /auth/login")) sessions += given.headers["set-cookie"] ?? "";
    const path = keys.namedBy(request)?.maker.path;
    if (isMember && path !== undefined && keys.liveAt(path) === 0) withoutKeys.add(path);
    return given;
  })();
}

/** Defects of first and last keys. */
export const firstAndLast: readonly Mutant[] = [
  {
    name: "first-key-name-cut",
    breaks: ["KEY-NEW-05"],
    defect: "The name of an agent's first key is cut to 80 characters where it is longer.",
    wire: firstNamesCut,
  },
  {
    name: "no-key-after-the-last",
    breaks: ["KEY-NEW-01"],
    defect: "Who has logged in and revoked the last key of his agent is forbidden another one.",
    wire: noneAfterTheLast,
  },
];
