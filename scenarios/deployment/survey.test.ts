import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { connectTo } from "./connect.ts";
import { type Profile, profileOf } from "./profile/profile.ts";
import { survey } from "./survey.ts";

/** Venue and harness share a process: where it is starved, a request needs its time to arrive. */
const TIMEOUT_MS = 300;

/** A venue that answers these paths and leaves every other request hanging. */
async function hangingBeside(t: TestContext, answered: string[]) {
  let hung = 0;
  const server = createServer((request, response) => {
    if (answered.includes(request.url ?? "")) response.end("{}");
    else hung += 1;
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, hung: () => hung };
}

/** Opens it; the fatal problems and the time it took. */
async function opened(t: TestContext, profile: Profile) {
  const start = performance.now();
  const deployment = await survey(await connectTo(profile, { timeoutMs: TIMEOUT_MS }));
  t.after(() => deployment.close());
  const took = performance.now() - start;
  const fatal = deployment.problems.filter((problem) => problem.fatal);
  return { took, fatal: fatal.map(({ field, message }) => `${field}: ${message}`) };
}

const market = (id: string) => ({ id, kind: "BTC_BINARY" as const, status: "OPEN" as const });
const agent = (name: string) => ({ name, owner: name, api_key: `key-of-${name}` });

test("a target that hangs on everything is given up after one request", async (t) => {
  const venue = await hangingBeside(t, []);
  const { fatal } = await opened(t, profileOf({ base_url: venue.url, agents: [agent("a")] }));
  assert.deepEqual(fatal, ["base_url: the target does not answer in time"]);
  assert.equal(venue.hung(), 1);
});

test("a target that hangs on callers and markets costs a few timeouts, however many", async (t) => {
  const venue = await hangingBeside(t, ["/v1/health", "/v1/markets"]);
  const agents = ["a", "b", "c", "d"].map(agent);
  const markets = ["1", "2", "3", "4", "5", "6"].map(market);
  const { fatal, took } = await opened(t, profileOf({ base_url: venue.url, agents, markets }));
  assert.deepEqual(fatal, ["agents: no key works; nothing of theirs can be judged"]);
  assert.ok(took < 8 * TIMEOUT_MS, `${took} ms`);
});
