import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { Inconclusive, StandsOn } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "./agent-client.ts";
import {
  besideRefused,
  burst,
  exhaust,
  isLimited,
  retryAfterSeconds,
  times,
  volley,
  whileLimited,
} from "./burst.ts";

const ask: ApiRequest = { method: "DELETE", path: "/orders" };

function answer(status: number, at = 0, headers: Record<string, string> = {}): Exchange {
  const request = { method: "DELETE", path: "/orders", query: {}, headers: {}, bodyText: null };
  const response = { status, headers, bodyText: "", body: undefined };
  return { at, took: 1, actor: "maker", request, response, failure: null, class: "write" };
}

/** A caller whose n-th burst request, counted from 1, gets the status that `statusOf` names. */
function callerOf(statusOf: (n: number) => number, msEach = 0): AgentClient {
  let sent = 0;
  const send = async () => {
    sent += 1;
    return answer(statusOf(sent), sent * msEach);
  };
  return { burst: send } as unknown as AgentClient;
}

test("a burst ends at the first 429 and counts the successes before it", async () => {
  const met = await burst(
    callerOf((n) => (n <= 600 ? 200 : 429)),
    ask,
    1_260,
  );
  assert.equal(met.successes, 600);
  assert.equal(met.limited?.response?.status, 429);
});

test("a burst without a limit ends at its most", async () => {
  const met = await burst(
    callerOf(() => 200),
    ask,
    100,
  );
  assert.equal(met.limited, null);
  assert.equal(met.successes, 100);
});

test("a burst too slow for one window says nothing about the limit", async () => {
  await assert.rejects(
    burst(
      callerOf(() => 200, 500),
      ask,
      1_260,
    ),
    Inconclusive,
  );
});

test("a volley takes successes and 429s only", async () => {
  await volley(
    callerOf((n) => (n % 2 ? 200 : 429)),
    [ask, ask],
  );
  await assert.rejects(
    volley(
      callerOf(() => 404),
      [ask],
    ),
    Inconclusive,
  );
  await assert.rejects(
    volley(
      callerOf(() => 500),
      [ask],
    ),
    /stands on ERR-5XX-01/,
  );
});

test("an agent that is never limited is a matter of its own rule", async () => {
  await assert.rejects(
    exhaust(
      callerOf(() => 200),
      ask,
    ),
    (error) => error instanceof StandsOn && error.rule === "LIM-WRITE-02",
  );
});

test("an agent that was found without a limit is not asked for one again", async () => {
  let sent = 0;
  const caller = callerOf((n) => {
    sent = n;
    return 200;
  });
  await assert.rejects(exhaust(caller, ask), StandsOn);
  const first = sent;
  await assert.rejects(exhaust(caller, ask), StandsOn);
  assert.equal(sent, first);
  await assert.rejects(exhaust(caller, { ...ask, method: "GET" }), StandsOn);
  assert.ok(sent > first, "reads have a limit of their own");
});

test("what is seen counts only while the limit holds after it too", async () => {
  // The first limit lifts right after its first 429; the second one stays.
  const caller = callerOf((n) => (n === 16 || n > 100 ? 429 : 200));
  let probes = 0;
  await whileLimited(caller, ask, async () => (probes += 1));
  assert.equal(probes, 2);
});

test("a limit that lifts each time is inconclusive", async () => {
  const caller = callerOf((n) => (n % 37 === 32 ? 429 : 200));
  await assert.rejects(
    whileLimited(caller, ask, async () => null),
    Inconclusive,
  );
});

test("a probe that passes counts only while what is sent beside it is refused", async () => {
  const probes = (by: AgentClient) => ({ by, asks: times(4, ask) });
  const limited = callerOf((n) => (n > 15 ? 429 : 200));
  const seen = await besideRefused(limited, ask, probes(callerOf(() => 200)));
  assert.equal(seen.filter(isLimited).length, 0);
  assert.equal((await besideRefused(limited, ask, probes(limited))).every(isLimited), true);
  // Each volley of 16 ends in a refusal, and the four after it pass.
  const lifting = callerOf((n) => (n % 20 === 16 ? 429 : 200));
  await assert.rejects(besideRefused(lifting, ask, probes(callerOf(() => 200))), Inconclusive);
});

test("Retry-After is read as whole seconds or not at all", () => {
  const read = (text?: string) =>
    retryAfterSeconds(answer(429, 0, text === undefined ? {} : { "retry-after": text }));
  assert.deepEqual(["0", "60", "1.5", "-1", "soon"].map(read), [0, 60, null, null, null]);
  assert.equal(read(), null);
});
