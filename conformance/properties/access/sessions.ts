/** Sessions that come and go, and what they may not without the CSRF value. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { PREFIXES } from "../../check/cell.ts";
import { anyOf } from "../../check/expectation.ts";
import { signInOwner } from "../../check/sign-in-owner.ts";
import { csrfRefused } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { mayBeAbsent, requestTo } from "../../expect/route-request.ts";
import { CHANGING_ROUTES } from "../../spec/route-table.ts";
import { type Credential, demand, sentBy } from "./credential.ts";
import { goodOnes, type PlayHoldings, picked, sessionOf } from "./holdings.ts";
import type { Deed } from "./step.ts";

/** As many as hardly any venue minds. */
const SESSIONS_MAX = 3;

/** What a browser may send beside its cookies; none of it stands for the CSRF value. */
const likeABrowser = (origin: string): readonly Readonly<Record<string, string>>[] => [
  {},
  { "x-requested-with": "XMLHttpRequest" },
  { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" },
  { accept: "text/html", "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" },
  { origin, referer: `${origin}/` },
];

/**
 * The owner signs in once more, where control does that. How many sessions an owner may have is not
 * shown (D-136): those that have ended by it are no part of the play any more.
 */
export async function signIn({ t, parties, sessions }: PlayHoldings): Promise<void> {
  if (!parties.ownSessions || goodOnes(sessions).length >= SESSIONS_MAX) return;
  const before = goodOnes(sessions);
  sessions.push(sessionOf(parties.agent, await signInOwner(t, parties.human)));
  await forgetEnded(sessions, before);
}

/** Takes those out that another one has ended. */
async function forgetEnded(sessions: Credential[], others: readonly Credential[]): Promise<void> {
  for (const one of others) {
    const { response } = await sentBy(one, { method: "GET", path: "/auth/me" });
    if (response?.status === 401) sessions.splice(sessions.indexOf(one), 1);
  }
}

/** Signs out of all that the play has begun. */
export async function signOutOfAll({ parties, sessions }: PlayHoldings): Promise<void> {
  const begun = goodOnes(sessions).filter(({ how }) => how.as?.name !== parties.human.name);
  for (const one of begun) await sentBy(one, { method: "POST", path: "/auth/logout" });
}

/** A session ends that the play has begun, and others of its human may (D-178). Errors: Broken. */
export async function signOut(
  { t, parties, sessions }: PlayHoldings,
  step: Deed<"sign-out">,
): Promise<void> {
  const good = goodOnes(sessions.slice(1));
  if (good.length === 0) return;
  const one = picked(good, step.pick);
  const ask = { method: "POST", path: "/auth/logout", prefix: picked(PREFIXES, step.prefix) };
  demand(await sentBy(one, ask), { aspect: "answers", says: http(200) });
  one.ended = true;
  await forgetEnded(sessions, goodOnes(sessions));
  if (goodOnes(sessions).length === 0) {
    sessions.push(sessionOf(parties.agent, await signInOwner(t, parties.human)));
  }
}

/** A session changes something without the value; what it asks for would do no harm. Errors: Broken. */
export async function changeBare(
  { t, sessions }: PlayHoldings,
  step: Deed<"change-bare">,
): Promise<void> {
  const session = picked(goodOnes(sessions), step.pick);
  const route = picked([...CHANGING_ROUTES, "POST /auth/logout"], step.route);
  const cell = { route, prefix: picked(PREFIXES, step.prefix) };
  const { cookie = "" } = session.how.headers ?? {};
  const headers = { ...picked(likeABrowser(t.run.origin), step.like), cookie };
  const bare = { ...session, how: { ...session.how, headers } };
  const answer = await sentBy(bare, requestTo(route, { ...cell, freshId: t.run.freshId() }));
  // What its path names is unknown to everybody, which may be found first.
  const isNotFound = mayBeAbsent(cell) || route.includes("{") || route === "DELETE /orders";
  const says = isNotFound ? anyOf(csrfRefused, http(...statusesOf("D-161"))) : csrfRefused;
  demand(answer, { aspect: "refusal", says });
}
