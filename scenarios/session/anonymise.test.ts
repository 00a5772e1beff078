import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { touchstone } from "../replay/recorded-run.fixture.ts";
import type { SessionHeader } from "./format.ts";
import { type NewLine, sessionText } from "./writer.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-anonymise-"));
after(() => rmSync(folder, { recursive: true }));

const HEADER: SessionHeader = {
  ...{ touchstone: "session/1", target: { name: "venue.zora.example", prefix: "/v1" } },
  ...{ recorded_by: "proxy", seed: null, clock: "system", started_at: "2026-01-05T00:00:00.000Z" },
  actors: { "zoras-bot": { caller: "key", owner: "zora" } },
  markets: {},
};

const HEADERS = {
  ...{
    "x-real-ip": "203.0.113.7",
    "x-forwarded-for": "203.0.113.7",
    "cf-connecting-ip": "203.0.113.7",
  },
  ...{
    "true-client-ip": "2001:db8::7",
    "user-agent": "zoras-bot/1",
    authorization: "Bearer {{zoras-bot.key}}",
  },
};
const BODY = {
  ...{ display_name: "Zora Quist", email: "zora.quist@mail.example", public_id: "pub_Zq81" },
  ...{ agents: [{ name: "Zora Ladder 7", agent_name: "Zora Ladder 7", owner: "zora" }] },
  ...{
    message: "Zora Quist <zora.quist@mail.example> has Zora Ladder 7 at 203.0.113.7",
    at: "12:30:45",
  },
  ...{ market: { kind: "BTC_BINARY", name: "Will it rain" }, type: "LIMIT", version: "1.2.3" },
};

const LINES: NewLine[] = [
  {
    ...{ at: 0, took: 1, actor: "zoras-bot" },
    request: {
      ...{ method: "POST", path: "/v1/people/pub_Zq81", headers: HEADERS },
      query: { login_hint: "zora.quist%40mail.example", q: "Zora Quist" },
      body_text: "name=Zora+Other&display_name=Zora+Quist",
    },
    response: { status: 200, headers: {}, body: BODY },
  },
  {
    ...{ at: 1, took: 1, actor: "zoras-bot" },
    request: {
      ...{ method: "POST", path: "/v1/orders", headers: {} },
      body_text: '{"qty": 1.0, "client_order_id": "zora-7", "label": "Zora Ladder 7"}',
    },
    response: { status: 200, headers: {} },
  },
  { at: 1, stream: "s1", receive: { body_base64: Buffer.from("Zora").toString("base64") } },
];

test("leaves no name, e-mail, public id or network address, and the venue's words as they are", async () => {
  const file = join(folder, "a.session.jsonl");
  writeFileSync(file, sessionText(HEADER, LINES));
  const { code, out } = await touchstone("session", "anonymise", file);
  assert.equal(code, 0, out);
  assert.doesNotMatch(out, /zora|quist|pub_zq81|203\.0\.113|2001:db8|Wm9yY/i);
  const [header, exchange, order] = out
    .split("\n")
    .map((line) => (line === "" ? null : JSON.parse(line)));
  const [actor] = Object.keys(header.actors);
  assert.equal(exchange.actor, actor);
  assert.equal(exchange.request.headers.authorization, `Bearer {{${actor}.key}}`);
  const { body } = exchange.response;
  assert.equal(body.agents[0].name, body.agents[0].agent_name);
  assert.equal(body.agents[0].owner, header.actors[actor!].owner);
  assert.equal(exchange.request.path, `/v1/people/${body.public_id}`);
  assert.match(body.message, new RegExp(`^${body.display_name} <${body.email}> has `));
  assert.deepEqual(body.market, BODY.market);
  assert.deepEqual([body.type, body.at, body.version], ["LIMIT", "12:30:45", "1.2.3"]);
  // Of a body that is kept as text, the text of names and ids alone is another one.
  assert.match(
    order.request.body_text,
    /^\{"qty": 1\.0, "client_order_id": "\w{6}", "label": "name-\d"\}$/,
  );
});
