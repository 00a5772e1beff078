/** Plays what agents and browsers do with their keys, sessions and tickets; each answer is judged. */

import { PREFIXES } from "../../check/cell.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { requestTo } from "../../expect/route-request.ts";
import {
  type AnswersOf,
  answersOf,
  type Credential,
  demand,
  sentBy,
  USED_ROUTES,
} from "./credential.ts";
import { goodOnes, PlayHoldings, picked } from "./holdings.ts";
import { endKey, makeKey } from "./keys.ts";
import { changeBare, signIn, signOut, signOutOfAll } from "./sessions.ts";
import type { AccessStep, Deed } from "./step.ts";
import { hasStream, mintTicket, openStream } from "./tickets.ts";
import { trade } from "./trading.ts";

/** Plays a script with agents of its own, where control makes some. Errors: Broken. */
export async function playAccess(t: CheckContext, script: readonly AccessStep[]): Promise<void> {
  const leased = await t.run.leaseAgain({ secondKey: true, human: true });
  const { human = t.human, market = t.market } = leased;
  const pair = [leased.agent ?? t.agent, leased.other ?? t.other] as const;
  // The browser's own agent is the one that trades, whichever of the two that is.
  const isOther = pair[1].credentials.agentId === human.agentId;
  const [agent, other] = isOther ? [pair[1], pair[0]] : pair;
  const ownSessions = human.name !== t.human.name;
  const held = new PlayHoldings(t, { agent, other, human, market, ownSessions });
  try {
    const answers = await begin(held);
    const streams = await hasStream(held);
    for (const step of script) {
      if (step.do === "use") await use(held, step, answers);
      else if (step.do !== "open-stream" || streams) await perform(held, step);
    }
    if (market.info.own) await useAll(held, answers);
  } finally {
    await leave(held);
  }
}

/** Ends what was made, by a session that is still good. */
async function leave(held: PlayHoldings): Promise<void> {
  const { human } = held.parties;
  const [session] = goodOnes(held.sessions);
  for (const { keyId = "" } of goodOnes(held.made)) {
    const path = human.pathOfKey(keyId);
    if (session !== undefined) await sentBy(session, { method: "DELETE", path });
  }
  await signOutOfAll(held);
}

/** Learns what good credentials are answered, and by which of them the agent trades. */
async function begin(held: PlayHoldings): Promise<AnswersOf> {
  const { t, parties, sessions } = held;
  const { agent, human, market } = parties;
  const [session] = sessions as [Credential];
  const { caller, keyId } = await human.newKey();
  const key: Credential = { is: "key", caller, how: {}, may: "all", ended: false, keyId };
  held.keys.push(key);
  const answers = await answersOf({ key, session }, () => t.run.freshId());
  if (human.agentId !== agent.credentials.agentId) return answers;
  const { secondApiKey } = agent.credentials;
  for (const how of [{}, ...(secondApiKey === null ? [] : [{ key: secondApiKey }])]) {
    held.keys.push({ is: "key", caller: agent, how, may: "all", ended: false });
  }
  // Whether a session trades, and for which agent of its owner, is not shown (D-124).
  const { orderId } = await agent.placeOnce(market.resting("BUY"), session.how);
  held.traders = "keys";
  if (orderId === null) return answers;
  const { response } = await agent.cancel(orderId);
  if (response?.status === 200) held.traders = "keys and sessions";
  else await agent.cancel(orderId, session.how);
  return answers;
}

async function use(held: PlayHoldings, step: Deed<"use">, answers: AnswersOf): Promise<void> {
  const credential = picked(held.all, step.by);
  const route = picked(USED_ROUTES, step.route);
  const want = answers(credential, route);
  if (want === null) return;
  const prefix = picked(PREFIXES, step.prefix);
  const ask = requestTo(route, { freshId: held.t.run.freshId(), prefix });
  demand(await sentBy(credential, ask), want);
}

/** Each credential goes to each route. */
async function useAll(held: PlayHoldings, answers: AnswersOf): Promise<void> {
  for (const by of held.all.keys()) {
    for (const route of USED_ROUTES.keys()) {
      await use(held, { do: "use", by, route, prefix: by + route }, answers);
    }
  }
}

async function perform(held: PlayHoldings, step: Exclude<AccessStep, Deed<"use">>): Promise<void> {
  if (step.do === "make-key") await makeKey(held, step);
  else if (step.do === "end-key") await endKey(held, step);
  else if (step.do === "change-bare") await changeBare(held, step);
  else if (step.do === "trade") await trade(held, step);
  else if (step.do === "mint-ticket") await mintTicket(held, step);
  else if (step.do === "open-stream") await openStream(held, step);
  else if (step.do === "sign-in") await signIn(held);
  else await signOut(held, step);
}
