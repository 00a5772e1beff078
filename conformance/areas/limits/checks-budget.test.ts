import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { WRITES } from "../../check/burst.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { Expectation } from "../../check/expectation.ts";
import { CHECKS } from "./checks.ts";

const check = CHECKS.find(({ proves }) => proves.includes("LIM-WRITE-01"));

/** A venue with a budget of writes until time passes; what it answers a cancel of a done order. */
function venue(budget: number, cancelOfDone: number) {
  const open = new Set<string>();
  let [sent, placed, late] = [0, 0, 0];
  const ids = () => {
    open.add(`order-${++placed}`);
    return { order_id: `order-${placed}` };
  };
  const served = ({ method, path, body }: ApiRequest): [number, object] => {
    if (method === "GET") return [200, {}];
    if (++sent > budget) return [429, {}];
    if (path === "/orders/replace-ladder") return [200, {}];
    if (method === "POST") return body === ORDER ? [201, ids()] : [400, {}];
    if (path === "/orders") open.clear();
    if (path === "/orders" || open.delete(path.slice("/orders/".length))) return [200, {}];
    late += 1;
    return [cancelOfDone, {}];
  };
  const burst = async (request: ApiRequest) => {
    const [status, body] = served(request);
    // Some take longer, so that requests overtake each other.
    for (let left = sent % 3; left >= 0; left -= 1) await turn();
    const response = { status, headers: { "retry-after": "60" }, bodyText: "", body };
    return { request, response, at: 0, took: 1 } as unknown as Exchange;
  };
  const pass = async () => {
    sent = 0;
  };
  return { burst, pass, cancelledLate: () => late };
}

const ORDER = { qty: 1 };

/** The rules that fail on a venue. */
async function failing({ burst, pass }: ReturnType<typeof venue>): Promise<string[]> {
  const failed: string[] = [];
  const expect = <T>(rule: string, value: T, { judge }: Expectation<T>) => {
    if (!judge(value).ok) failed.push(rule);
  };
  const get = async () => ({ response: { status: 200, body: [] } });
  const agent = { burst, get, rested: async () => {}, lately: () => 0 };
  const clock = { moves: true, serverNow: async () => 0, pass };
  const market = { id: "m", resting: () => ORDER, sweep: () => ORDER };
  const run = { alone: async () => () => {} };
  const t = { agent, clock, market, run, expect, observe: () => {} };
  await check!.body!(t as unknown as CheckContext);
  return failed;
}

for (const status of [200, 400, 404, 409, 422]) {
  test(`a cancel that comes after a cancel-all is a write, answered ${status}`, async () => {
    const kept = venue(WRITES, status);
    assert.deepEqual(await failing(kept), []);
    assert.ok(kept.cancelledLate() > 0);
    assert.deepEqual(await failing(venue(WRITES - 10, status)), ["LIM-WRITE-01"]);
    // Those that it refuses it need not count.
    assert.deepEqual(await failing(venue(WRITES + 200, status)), ["LIM-WRITE-02"]);
  });
}
