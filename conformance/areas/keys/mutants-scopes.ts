/** Venues that give keys scopes which were not to be had, or not asked for. */

import { keyIdIn } from "../../../scenarios/deployment/reading/made-key.ts";
import { changeRequest, fieldsOf, isFields, learning, matches } from "../../interposer/changes.ts";
import { END_KEY, MAKE_KEY } from "../../interposer/credentials.ts";
import {
  type WireAnswer,
  type WireRequest,
  type WireVariant,
  withBody,
} from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const OF_USERS = ["read", "trade"];

/** The scopes that a request asks for, as it names them. */
export function scopesIn(body: unknown): string[] {
  const { scopes } = fieldsOf(body);
  return Array.isArray(scopes) ? scopes : [];
}

/** What is asked for beside scopes of users is granted too. */
const grantingAll: WireVariant = async (request, venue) => {
  const asked = scopesIn(request.body);
  const scopes = asked.filter((scope) => OF_USERS.includes(scope));
  const isOfUsers = scopes.length === asked.length || scopes.length === 0;
  if (!matches(request, MAKE_KEY) || isOfUsers) return venue(request);
  const given = await venue(withBody(request, { ...fieldsOf(request.body), scopes }));
  const granted = { ...fieldsOf(given.body), scopes: asked };
  return given.status < 300 ? { ...given, body: granted } : given;
};

/** A list with a scope that is unknown counts as none; what is told is what is known of it. */
const forgettingAll: WireVariant = async (request, venue) => {
  const asked = scopesIn(request.body);
  const known = asked.filter((scope) => OF_USERS.includes(scope));
  const isMixed = known.length > 0 && known.length < asked.length;
  if (!matches(request, MAKE_KEY) || !isMixed) return venue(request);
  const { scopes: _, ...body } = fieldsOf(request.body);
  const given = await venue(withBody(request, body));
  const told = { ...fieldsOf(given.body), scopes: known };
  return given.status < 300 ? { ...given, body: told } : given;
};

/** A key for no scopes in particular has those of the one that its agent has revoked last. */
function takingOver(): WireVariant {
  const made = new Map<string, string[]>();
  const ended = new Map<string, string[]>();
  const agentOf = ({ path }: WireRequest) => path.split("/")[3] ?? "";
  const learn = (request: WireRequest, { status, body }: WireAnswer) => {
    const isDone = status < 300;
    const id = keyIdIn(body, agentOf(request));
    if (isDone && matches(request, MAKE_KEY) && id !== null) made.set(id, scopesIn(request.body));
    const scopes = made.get(request.path.split("/").at(-1) ?? "");
    if (isDone && matches(request, END_KEY) && scopes) ended.set(agentOf(request), scopes);
  };
  const change = changeRequest(MAKE_KEY, (request) => {
    const scopes = ended.get(agentOf(request)) ?? [];
    if (scopes.length === 0 || !isFields(request.body) || "scopes" in request.body) return request;
    return withBody(request, { ...request.body, scopes });
  });
  return learning(learn, change);
}

/** Defects of scopes. */
export const ofScopes: readonly Mutant[] = [
  {
    name: "any-scope-granted",
    breaks: ["KEY-NEW-07"],
    defect: "A key gets every scope that was asked for.",
    wire: () => grantingAll,
  },
  {
    name: "unknown-scopes-make-the-default",
    breaks: ["KEY-NEW-07"],
    defect: "A key asked to read, and for a scope that is unknown, trades, and does not say so.",
    wire: () => forgettingAll,
  },
  {
    name: "keys-after-a-revocation-have-its-scopes",
    breaks: ["KEY-NEW-02"],
    defect: "A key created without scopes has those of the key of its agent that was revoked last.",
    wire: takingOver,
  },
];
