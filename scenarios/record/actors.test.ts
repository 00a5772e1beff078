import assert from "node:assert/strict";
import { test } from "node:test";
import { Redactor } from "../deployment/secrets/redact.ts";
import { Actors, CREDENTIALS_MAX } from "./actors.ts";

test("who comes with one credential more than are told apart is one of the others", () => {
  const redactor = new Redactor();
  const actors = new Actors(redactor);
  const here = { bornHere: false };
  const first = actors.meetKey("key-of-the-first", here);
  for (let n = 1; n < CREDENTIALS_MAX; n += 1) actors.meetTicket(`ticket-${n}-of-it`, first);
  assert.equal(actors.meetKey("key-of-another", here), "others");
  assert.equal(actors.meetSession("session-of-another", "csrf-of-another", here), "others");
  actors.meetTicket("ticket-of-another", "others");
  for (const secret of ["key", "session", "csrf", "ticket"]) {
    assert.equal(redactor.bears(`${secret}-of-another`), true, secret);
  }
  assert.equal(actors.meetKey("key-of-the-first", here), first);
  for (const name of [first, "others"]) actors.act(name);
  assert.deepEqual(Object.keys(actors.forHeader), [first, "others"]);
});

const AGENT = "4430341e-8821-465f-a0d2-8e0c35ec57d6";
const agent = (name: string, agentId: string) => ({
  ...{ name, owner: "bob", agentId, apiKey: `key-of-${name}-here`, secondApiKey: null },
  scopes: ["read", "trade"] as const,
});

test("of a profile's actors a header has those that acted, and agents that a request names", () => {
  const actors = new Actors(new Redactor());
  const others = ["9b7bd50a-c84f-46f3-934e-aeded731cc42", "50ffa129-2318-4af5-b2f9-9f25829dba11"];
  const agents = [agent("maker", others[0]!), agent("taker", AGENT), agent("reader", AGENT)];
  actors.enlist({ agents: [...agents, agent("spare", others[1]!)], browser: null } as never);
  actors.act("maker");
  assert.deepEqual(Object.keys(actors.forHeader), ["maker"]);
  actors.ask(`/v1/me/agents/${AGENT}/keys`);
  assert.deepEqual(Object.keys(actors.forHeader), ["maker", "taker"]);
  actors.act("reader");
  assert.deepEqual(Object.keys(actors.forHeader), ["maker", "reader"], "an agent once");
});

test("a cookie that came beside a session is none, and so many are remembered", () => {
  const actors = new Actors(new Redactor());
  actors.meetSession("session-of-a-human", undefined, { bornHere: false });
  actors.setAside(["session-of-a-human", "cookie-of-a-provider", ""]);
  const known = ["session-of-a-human", "cookie-of-a-provider", ""].map((one) =>
    actors.isAside(one),
  );
  assert.deepEqual(known, [false, true, false]);
  for (let n = 1; n <= CREDENTIALS_MAX; n += 1) actors.setAside([`cookie-${n}`]);
  assert.equal(actors.isAside(`cookie-${CREDENTIALS_MAX - 1}`), true);
  assert.equal(actors.isAside(`cookie-${CREDENTIALS_MAX}`), false);
});
