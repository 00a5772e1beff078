import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startReference } from "../reference/index.ts";
import type { ProfileFile } from "../scenarios/deployment/profile/profile-schema.ts";
import { fileWith, folder, touchstone } from "./command-line.fixture.ts";
import { interpose, type WireAnswer, type WireVariant } from "./interposer/interposer.ts";

const TOKEN = "canary-operator-token";
const ONLY = ["GEN-UNK-*", "ORD-FIELD-*", "RES-*", "ERR-*", "IDEM-*", "OAPI-GET-*"];

/** A venue that knows callers by other keys and says them back wherever it can. */
function indiscreet(realKeys: ReadonlyMap<string, string>): WireVariant {
  return async (request, venue) => {
    const said = request.headers["authorization"]?.replace(/^Bearer /, "") ?? "";
    const real = realKeys.get(said) ?? said;
    const headers = { ...request.headers, ...(said && { authorization: `Bearer ${real}` }) };
    return said === "" ? venue(request) : echoing(await venue({ ...request, headers }), said);
  };
}

function echoing(answer: WireAnswer, key: string): WireAnswer {
  const headers = { ...answer.headers, "x-your-key": key, "set-cookie": `last=${key}; Path=/` };
  const { body } = answer;
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { ...answer, headers };
  }
  const wrong = answer.status < 400 ? { remaining_qty: key } : { code: key };
  return { ...answer, headers, body: { ...body, ...wrong, message: `${key} is your key` } };
}

/** The profile with canaries in place of its keys, and what each canary stands for. */
function canaries(file: ProfileFile): { file: ProfileFile; realKeys: Map<string, string> } {
  const realKeys = new Map<string, string>();
  const canary = (name: string, key: string) => {
    realKeys.set(`canary-"${name}"-of-${name}`, key);
    return `canary-"${name}"-of-${name}`;
  };
  const agents = (file.agents ?? []).map((agent) => ({
    ...agent,
    api_key: canary(agent.name, agent.api_key),
    ...(agent.second_api_key && {
      second_api_key: canary(`${agent.name}-second`, agent.second_api_key),
    }),
  }));
  return { file: { ...file, agents }, realKeys };
}

/** Everything a run wrote, by file; stdout and stderr are among them. */
async function written(t: TestContext, control: boolean): Promise<Map<string, string>> {
  const venue = await startReference({
    seed: 9,
    ...(control && { clock: "virtual" as const, controlToken: TOKEN }),
  });
  t.after(() => venue.close());
  const { file, realKeys } = canaries(venue.profile() as ProfileFile);
  const front = await interpose(venue.url, indiscreet(realKeys));
  t.after(() => front.close());
  const profile = await fileWith(t, JSON.stringify({ ...file, base_url: front.url }));
  const dir = await folder(t);
  const only = ONLY.flatMap((glob) => ["--only", glob]);
  const args = ["conform", "--profile", profile, "--effort", "quick", ...only, "--report", dir];
  const { stdout, stderr, code } = await touchstone(args).ended;
  assert.equal(code, 1, stderr);
  const texts = new Map([
    ["stdout", stdout],
    ["stderr", stderr],
  ]);
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) texts.set(entry.name, await readFile(path, "utf8"));
  }
  return texts;
}

for (const control of [false, true]) {
  const how = control ? "with the control protocol" : "with the profile's keys";
  test(`no secret is written anywhere by a run ${how}, whatever the venue says`, async (t) => {
    const texts = await written(t, control);
    const sessions = [...texts.keys()].filter((name) => name.endsWith(".session.jsonl"));
    assert.ok(sessions.length > 0, `failures to write about: ${sessions}`);
    for (const name of ["report.json", "junit.xml", "index.html"]) assert.ok(texts.has(name));
    for (const [name, text] of texts) {
      assert.doesNotMatch(text, /.{0,80}canary.{0,80}/, name);
      assert.doesNotMatch(text, /.{0,80}r[kw]_live_\w.{0,80}/, name);
    }
  });
}
