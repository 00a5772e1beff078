/** Sessions and scenarios from elsewhere: what they may do with a deployment's credentials and its operator. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type EmbeddedTarget, startEmbedded } from "../deployment/embedded.ts";
import type { SessionHeader } from "../session/format.ts";
import { type NewLine, sessionText } from "../session/writer.ts";
import { lasting } from "./deployment.ts";
import { playFile } from "./play-file.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-foreign-"));
let venue: EmbeddedTarget;
before(async () => {
  venue = await startEmbedded(1);
});
after(async () => {
  await venue.close();
  rmSync(folder, { recursive: true });
});

const HEADER: SessionHeader = {
  ...{ touchstone: "session/1", target: { name: "x", prefix: "/v1" }, recorded_by: "proxy" },
  ...{ seed: null, clock: "virtual", started_at: "2026-01-05T00:00:00.000Z" },
  ...{ actors: { maker: { caller: "key", owner: "alice" } }, markets: {} },
};

const exchange = (request: object, response: object, actor: string | null = null): NewLine => ({
  ...{ at: 0, took: 1, actor },
  request: { method: "POST", path: "/v1/auth/signup", headers: {}, ...request },
  response: { status: 201, headers: {}, ...response },
});

async function played(name: string, text: string, allowsControl = false) {
  const file = join(folder, name);
  writeFileSync(file, text);
  const open = lasting(venue.profile, { allowsControl });
  return (await playFile(file, { open, seed: 1, strict: false, speed: "max", ignore: [] })).result;
}

const session = (lines: readonly NewLine[]) => sessionText(HEADER, lines);
const asked = async (path: string) => (await fetch(venue.profile.baseUrl + path)).text();

/** Whether orders are refused by the kill switch. */
async function isFrozen(): Promise<boolean> {
  const { baseUrl, agents } = venue.profile;
  const headers = {
    authorization: `Bearer ${agents[0]?.apiKey}`,
    "content-type": "application/json",
  };
  const answer = await fetch(`${baseUrl}/v1/orders`, { method: "POST", headers, body: "{}" });
  return (await answer.text()).includes("EXCHANGE_FROZEN");
}

describe("a session from elsewhere", () => {
  it("publishes no key of the deployment's", async () => {
    const signUp = {
      ...{ email: "a@example.com", password: "Some-Words-1", display_name: "{{maker.key}}" },
    };
    const lines = [exchange({ body: signUp }, { body: {} })];
    const { warnings } = await played("a.session.jsonl", session(lines));
    assert.ok(!(await asked("/v1/leaderboard")).includes("rk_live_"));
    assert.match(warnings.join("\n"), /\{\{maker\.key\}\} was not filled in.*display_name/);
  });

  const control = (path: string, body: unknown): NewLine => ({
    ...{ at: 0, control: { method: "PUT", path, body } },
  });
  const SWITCHED = [
    control("/freeze", { frozen: true }),
    control("/upstream", { reachable: false }),
  ];
  const place = exchange(
    { path: "/v1/orders", body: {}, headers: { authorization: "Bearer {{maker.key}}" } },
    { status: 400 },
    "maker",
  );

  it("is not the deployment's operator", async () => {
    const { verdict, counts } = await played("b.session.jsonl", session([...SWITCHED, place]));
    assert.equal(verdict, "allowed", JSON.stringify(counts));
  });

  it("switches with leave, and everything is back when it ends", async () => {
    const { detail } = await played("c.session.jsonl", session([...SWITCHED, place]), true);
    assert.match(detail ?? "", /EXCHANGE_FROZEN|503/, "it was switched while it was played");
    assert.equal(await isFrozen(), false);
    assert.equal((await played("b.session.jsonl", session([place]))).verdict, "allowed");
  });

  it("opens no stream of another host with a ticket of the deployment's", async () => {
    const open: NewLine = {
      ...{ at: 0, stream: "s", actor: null, open: { path: "@evil.example/v1/stream" } },
      status: 101,
    };
    await assert.rejects(played("d.session.jsonl", session([open])), (error: Error) => {
      assert.equal(error.name, "SessionError");
      assert.match(error.message, /d\.session\.jsonl:2: .*begins with \/$/);
      return true;
    });
  });
});

describe("a scenario from elsewhere", () => {
  const STORY = `story: a frozen venue
shows: [OPS-HEALTH-01]
actors: { maker: {} }
steps:
  - venue: { freeze: true }
  - maker: { read: { wallet: true } }
`;

  it("is skipped without leave, before anything is sent", async () => {
    const { result, detail } = await played("a.yaml", STORY);
    assert.equal(result, "skipped");
    assert.equal(detail, "step 1 is the operator's (freeze): --allow-control lets it play");
  });

  it("plays with leave, and its switches are back when it ends", async () => {
    const { result } = await played("a.yaml", STORY, true);
    assert.equal(result, "pass");
    assert.equal(await isFrozen(), false);
  });
});
