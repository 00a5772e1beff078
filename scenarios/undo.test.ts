import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import {
  type Ended,
  fileWith,
  folder,
  restingOf,
  touchstone,
} from "../conformance/command-line.fixture.ts";
import { interpose, type WireRequest } from "../conformance/interposer/interposer.ts";
import { type Reference, startReference } from "../reference/index.ts";
import type { ProfileFile } from "./deployment/profile/profile-schema.ts";

/** A request as it passes to the venue. */
type Passing = Pick<WireRequest, "method" | "path">;

/** A venue, and how commands are run against it with a state of their own. */
interface Tried {
  venue: Reference;
  known: ProfileFile;
  state: string;
  profile: string;
  run(...args: string[]): Promise<Ended>;
  /** Runs and kills the run as soon as the venue has answered such a request. */
  killed(when: (request: Passing) => boolean, ...args: string[]): Promise<Ended>;
}

async function tried(t: TestContext, { control }: { control: boolean }): Promise<Tried> {
  const venue = await startReference({
    seed: 7,
    ...(control && { controlToken: "a-token-for-this-test" }),
  });
  t.after(() => venue.close());
  let isIt: ((request: Passing) => boolean) | null = null;
  let kill = () => {};
  const front = await interpose(venue.url, async (request, behind) => {
    const answer = await behind(request);
    if (isIt?.(request)) kill();
    return answer;
  });
  t.after(() => front.close());
  const known = venue.profile() as ProfileFile;
  const at = (url: string) => url.replace(venue.url, front.url);
  const profile = await fileWith(
    t,
    JSON.stringify({
      ...known,
      base_url: front.url,
      ...(known.control && { control: { ...known.control, url: at(known.control.url) } }),
    }),
  );
  const state = await folder(t);
  const start = (args: string[]) => touchstone(args, { TOUCHSTONE_STATE: state });
  return {
    ...{ venue, known, state, profile },
    run: (...args) => start([...args, "--profile", profile]).ended,
    killed(when, ...args) {
      const { child, ended } = start([...args, "--profile", profile]);
      isIt = when;
      kill = () => {
        isIt = null;
        child.kill("SIGKILL");
      };
      return ended;
    },
  };
}

const statesIn = async (state: string): Promise<string[]> =>
  (await readdir(state, { recursive: true })).filter((name) => name.endsWith(".jsonl"));

/** Puts things back, and sees that nothing is left to be. */
async function undone({ run, state }: Tried): Promise<string> {
  const { code, stdout, stderr } = await run("undo");
  assert.equal(code, 0, stdout + stderr);
  assert.deepEqual(await statesIn(state), []);
  const again = await run("undo");
  assert.match(again.stdout, /^nothing is left of earlier runs on http/);
  return stdout;
}

const CALLS = [
  ["OPS-KILL-01", "/freeze", /the kill switch closed/],
  ["ERR-502-01", "/upstream", /the price feed cut off/],
  ["OPS-GATE-01", "/gates/", /gate \S+ closed/],
] as const;

test("what killed runs have switched is told by the next one, and put back", async (t) => {
  const place = await tried(t, { control: true });
  for (const [rule, path] of CALLS) {
    const thrown = (request: Passing) => request.method === "PUT" && request.path.includes(path);
    const { code } = await place.killed(thrown, "conform", "--only", rule);
    assert.equal(code, null, "killed");
  }
  assert.equal((await statesIn(place.state)).length, CALLS.length);
  const next = await place.run("conform", "--only", "GEN-JSON-01");
  const told = next.stderr.split("\n");
  const said = await undone(place);
  for (const [index, [, , words]] of CALLS.entries()) {
    const line = told[index] ?? "";
    assert.match(line, /^touchstone: a run that began at \S+Z \(process \d+ on .*\) .* left /);
    assert.match(line, words);
    assert.ok(line.endsWith(`; touchstone undo --profile ${place.profile} puts that back`), line);
    assert.match(said, new RegExp(`^ {2}${words.source}: put back$`, "m"));
  }
  const whole = await place.run("conform", "--only", "TIF-GTC-01", "--only", "ERR-502-01");
  assert.equal(whole.code, 0, whole.stdout);
  assert.doesNotMatch(whole.stderr, /did not end in order/);
});

test("orders of a killed run are cancelled", async (t) => {
  const place = await tried(t, { control: false });
  let orders = 0;
  const twelfth = ({ method, path }: Passing) =>
    method === "POST" && path.endsWith("/orders") && ++orders === 12;
  await place.killed(twelfth, "conform", "--only", "TIF-GTC-*", "--only", "MATCH-*");
  const said = await undone(place);
  assert.match(said, /^ {2}orders of \S+ in market \S+: put back$/m);
  assert.equal(await restingOf(place.known), 0);
});

test("a key that a killed run made is revoked", async (t) => {
  const place = await tried(t, { control: false });
  const made = ({ method, path }: Passing) => method === "POST" && path.endsWith("/keys");
  await place.killed(made, "conform", "--only", "KEY-NEW-01");
  assert.match(await undone(place), /^ {2}key .*: put back$/m);
});

test("a run that ends in order leaves nothing written, and one that cannot says what stays", async (t) => {
  const place = await tried(t, { control: true });
  const { code } = await place.run("conform", "--only", "OPS-KILL-*", "--only", "TIF-GTC-01");
  assert.equal(code, 0);
  assert.deepEqual(await statesIn(place.state), []);
  const frozen = ({ path }: Passing) => path.endsWith("/freeze");
  await place.killed(frozen, "conform", "--only", "OPS-KILL-*");
  const { control: _, ...without } = JSON.parse(await readFile(place.profile, "utf8"));
  const profile = await fileWith(t, JSON.stringify(without));
  const args = ["undo", "--profile", profile];
  const ended = await touchstone(args, { TOUCHSTONE_STATE: place.state }).ended;
  assert.equal(ended.code, 1);
  assert.match(ended.stdout, /the kill switch closed: NOT put back: needs control in the profile/);
  assert.equal((await statesIn(place.state)).length, 1);
});

test("says in one line what is missing", async () => {
  const { code, stderr } = await touchstone(["undo"]).ended;
  assert.equal(code, 2);
  assert.match(stderr, /^touchstone: give --profile or --target: whose runs are undone\n$/);
});
