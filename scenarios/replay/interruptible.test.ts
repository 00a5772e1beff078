import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileWith, folder, touchstone } from "../../conformance/command-line.fixture.ts";
import { type Reference, startReference } from "../../reference/index.ts";
import type { ProfileFile } from "../deployment/profile/profile-schema.ts";
import type { SessionHeader } from "../session/format.ts";
import { type NewLine, sessionText } from "../session/writer.ts";

const HEADER: SessionHeader = {
  ...{ touchstone: "session/1", target: { name: "x", prefix: "/v1" }, recorded_by: "proxy" },
  ...{ seed: null, clock: "virtual", started_at: "2026-01-05T00:00:00.000Z" },
  ...{ actors: {}, markets: {} },
};
const MINUTE_MS = 60_000;
const LINES: NewLine[] = [
  { at: 0, control: { method: "PUT", path: "/freeze", body: { frozen: true } } },
  {
    ...{ at: MINUTE_MS, took: 1, actor: null },
    request: { method: "GET", path: "/v1/health", headers: {} },
    response: { status: 200, headers: {} },
  },
];

/** Whether its kill switch is on. */
async function refusesOrders({ url, profile }: Reference): Promise<boolean> {
  const [agent] = (profile() as ProfileFile).agents!;
  const headers = {
    authorization: `Bearer ${agent!.api_key}`,
    "content-type": "application/json",
  };
  const answer = await fetch(`${url}/v1/orders`, { method: "POST", headers, body: "{}" });
  return (await answer.text()).includes("EXCHANGE_FROZEN");
}

test("the first Ctrl-C ends a replay in its longest wait, with everything switched back", async (t) => {
  const venue = await startReference({ seed: 7, controlToken: "a-token-for-this-test" });
  t.after(() => venue.close());
  const isFrozen = () => refusesOrders(venue);
  const session = join(await folder(t), "a.session.jsonl");
  writeFileSync(session, sessionText(HEADER, LINES));
  const profile = await fileWith(t, JSON.stringify(venue.profile()));
  const args = [
    "replay",
    session,
    session,
    "--profile",
    profile,
    "--allow-control",
    "--speed",
    "1",
  ];
  const { child, ended } = touchstone(args);
  while (!(await isFrozen())) await pause(50);
  const start = performance.now();
  child.kill("SIGINT");
  const { code, stdout, stderr } = await ended;
  assert.ok(performance.now() - start < 5_000);
  assert.equal(code, 2);
  assert.match(stderr, /^touchstone: interrupted; clearing up/m);
  assert.match(stdout, /not finished: interrupted/);
  assert.match(stdout, /^NOTHING SHOWN .*1 inconclusive/m);
  assert.equal(await isFrozen(), false);
});
