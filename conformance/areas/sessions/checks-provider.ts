/** Signing in with the identity provider, all the way. Spec: Authentication 8; D-140, D-141. */
import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { objectsIn } from "../../../scenarios/deployment/reading/reading.ts";
import type { FormAnswers } from "../../../scenarios/deployment/sign-in/html-form.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { KINDS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, odd, that } from "../../check/expectation.ts";
import type { HumanClient } from "../../check/human-client.ts";
import { http } from "../../expect/answers.ts";
import { agentsTold, beginsToTrade, opensSession, withCookies } from "../newcomers.ts";
import { ACCEPTS, arrivals, ProviderVisit, signedIn, taken } from "./provider-visit.ts";

/** So many people are told apart: each of them is a walk through all pages. */
const TOLD_APART_MAX = 3;

const someNewPeople = ({ provider, run }: CheckContext) => provider.people(run.freshId());
const somebody = (t: CheckContext): FormAnswers => someNewPeople(t)[0]!;

const allTheWay: Check = {
  title: "who comes back from the provider is answered 200 or sent on, and is signed in",
  proves: ["SESS-IDP-04", "SESS-IDP-05"],
  needs: ["provider"],
  each: true,
  body: (t) => judgeArrivals(t, somebody(t)),
};

async function judgeArrivals(t: CheckContext, person: FormAnswers): Promise<void> {
  for (const { visit, answer } of await arrivals(t, person, ACCEPTS[t.cell.value ?? ""])) {
    t.expect("SESS-IDP-04", answer, taken);
    const [me, session] = [await visit.read("/auth/me"), await visit.read("/auth/session")];
    for (const read of [me, session]) t.expect("SESS-IDP-05", read, http(200));
    const account = await visit.read("/account");
    t.expect("SESS-IDP-05", account, anyOf(http(200), notYet));
    t.expect("SESS-IDP-05", [me, session], ofOneAccount);
  }
}

const whoTrades: Check = {
  title:
    "who holds a contract and has an order at rest comes back from the provider as before, in the " +
    "same browser too",
  proves: ["SESS-IDP-04", "SESS-IDP-05"],
  needs: ["two-owners", "browser", "provider", "market", "operator"],
  over: { kind: KINDS },
  async body(t) {
    const person = somebody(t);
    const visit = await signedIn(t, person);
    await beginsToTrade(t, await humanOf(t, visit));
    await judgeArrivals(t, person);
    t.expect("SESS-IDP-04", await visit.comeBack(await visit.awayAndBack(person)), taken);
  },
};

/** Who is signed in by this visit. Errors: Missing where his agent or his cookies cannot be told. */
async function humanOf(t: CheckContext, visit: ProviderVisit): Promise<HumanClient> {
  const [agentId] = agentsTold(await visit.read("/account"));
  const name = t.run.freshId();
  return withCookies(t, { name, owner: name, agentId: String(agentId) }, visit.jar.all);
}

/** Whether somebody new has to agree to something first is not shown. */
const notYet = odd(
  http(...statusesOf("D-180")),
  "who is new from the provider has no account to read yet",
);

const comesAgain: Check = {
  title: "who signs in with the provider again is in the same account",
  proves: ["SESS-IDP-06"],
  needs: ["provider"],
  over: { prefix: PREFIXES },
  each: true,
  async body(t) {
    const person = somebody(t);
    const [first, again] = [await accountOf(t, person), await accountOf(t, person)];
    t.expect("SESS-IDP-06", { first, again }, theSame);
  },
};

const areToldApart: Check = {
  title: "each of several people who sign in with the provider is in an account of his own",
  proves: ["SESS-IDP-06"],
  needs: ["two-people"],
  over: { prefix: PREFIXES },
  each: true,
  async body(t) {
    const accounts: Ids[] = [];
    for (const person of someNewPeople(t).slice(0, TOLD_APART_MAX)) {
      const own = await accountOf(t, person);
      for (const other of accounts) t.expect("SESS-IDP-06", { own, other }, different);
      accounts.push(own);
    }
  },
};

const tooOften: Check = {
  title: "whether a callback opens a session again, in another browser, or with a made-up code",
  proves: ["SESS-IDP-07"],
  needs: ["provider"],
  async body(t) {
    const person = somebody(t);
    const [visit, other] = [new ProviderVisit(t), new ProviderVisit(t)];
    const [way, { query, ...rest }] = [
      await visit.awayAndBack(person),
      await other.awayAndBack(person),
    ];
    const begun = visit.copy();
    const answers = {
      elsewhere: await new ProviderVisit(t).comeBack(way),
      invented: await other.comeBack({ ...rest, query: { ...query, code: "invented" } }),
      first: await visit.comeBack(way),
      again: await begun.comeBack(way),
    };
    const seen = Object.entries(answers).map(([name, one]) => [name, one.response?.status]);
    const { first: _, ...others } = answers;
    const opened: string[] = [];
    for (const [name, answer] of Object.entries(others)) {
      if (await opensSession(t, answer)) opened.push(name);
    }
    const odd = opened.length === 0 ? undefined : `a session was opened: ${opened.join(", ")}`;
    t.observe("SESS-IDP-07", Object.fromEntries(seen), odd);
  },
};

/** Ids that an answer has of accounts and agents, by the members that hold them. */
type Ids = ReadonlyMap<string, ReadonlySet<unknown>>;

const MEMBERS = ["account_id", "agent_id"];

function idsIn({ response }: Exchange): Ids {
  const objects = objectsIn(response?.body);
  const named = MEMBERS.map((member): [string, Set<unknown>] => [
    member,
    new Set(objects.map((object) => object[member]).filter((id) => typeof id === "string")),
  ]);
  return new Map(named.filter(([, ids]) => ids.size > 0));
}

/** The account of who signs in. Errors: Missing where its ids cannot be read; see `signedIn`. */
async function accountOf(t: CheckContext, person: FormAnswers): Promise<Ids> {
  const visit = await signedIn(t, person);
  const answer = await visit.read("/account");
  const status = answer.response?.status;
  if (notYet.judge(answer).ok) throw new Missing("needs people who have an account at once");
  if (status !== 200) throw new StandsOn("SESS-IDP-05", `GET /account was answered ${status}`);
  const ids = idsIn(answer);
  if (ids.size > 0) return ids;
  throw new Missing("needs an account that tells its id or those of its agents");
}

/** Whether what both tell has something in common; members that one alone tells say nothing. */
function haveInCommon(one: Ids, other: Ids): boolean[] {
  return [...one].flatMap(([member, ids]) => {
    const others = other.get(member);
    return others === undefined ? [] : [[...ids].some((id) => others.has(id))];
  });
}

const textOf = (ids: Ids): string =>
  [...ids].map(([member, values]) => `${member} ${[...values].join(", ")}`).join("; ");

const ofOneAccount = that<[Exchange, Exchange]>(
  "/auth/me and /auth/session of one account",
  ([me, session]) => haveInCommon(idsIn(me), idsIn(session)).every(Boolean),
  ([me, session]) => `${textOf(idsIn(me))} and ${textOf(idsIn(session))}`,
);

const theSame = that<{ first: Ids; again: Ids }>(
  "the account of the first sign-in",
  ({ first, again }) => haveInCommon(first, again).some(Boolean),
  ({ first, again }) => `${textOf(again)} after ${textOf(first)}`,
);

const different = that<{ own: Ids; other: Ids }>(
  "another account than that of another person",
  ({ own, other }) => !haveInCommon(own, other).some(Boolean),
  ({ own }) => `${textOf(own)} for both`,
);

/** Checks of sign-in with the provider. */
export const provider: readonly Check[] = [
  allTheWay,
  whoTrades,
  comesAgain,
  areToldApart,
  tooOften,
];
