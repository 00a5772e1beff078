/** Venues that make an agent's first key otherwise than its others, or none after its last. */

import { envelope, fieldsOf, isFields, matches } from "../../interposer/changes.ts";
import { END_KEY, MAKE_KEY } from "../../interposer/credentials.ts";
import { type WireVariant, withBody } from "../../interposer/interposer.ts";
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
  const live = new Map<string, number>();
  let sessions = "";
  return async (request, venue) => {
    const [, agent = ""] = /^\/me\/agents\/([^/]+)\/keys/.exec(request.path) ?? [];
    const [, session] = /sid=([^;]+)/.exec(request.headers["cookie"] ?? "") ?? [];
    const isMember = session !== undefined && sessions.includes(session);
    const isAsked = matches(request, MAKE_KEY) && isMember;
    if (isAsked && live.get(agent) === 0) return envelope(403, "NO_KEYS");
    const given = await venue(request);
    if (matches(request, "POST /auth/login")) sessions += given.headers["set-cookie"] ?? "";
    if (given.status > 299 || !isMember) return given;
    if (matches(request, MAKE_KEY)) live.set(agent, (live.get(agent) ?? 0) + 1);
    if (matches(request, END_KEY)) live.set(agent, (live.get(agent) ?? 1) - 1);
    return given;
  };
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
