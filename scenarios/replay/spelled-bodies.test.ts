import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { scenarioIn } from "../scenario/read.ts";
import { runScenario } from "../scenario/run.ts";
import type { SessionBody } from "../session/format.ts";
import { readSession } from "../session/reader.ts";
import { embedded, lasting, type ReplayDeployment } from "./deployment.ts";
import { Matchers } from "./matchers.ts";
import { replay } from "./replay.ts";

const DAY = `story: Somebody whose JSON has spaces trades
shows: [MATCH-CROSS-01]
actors: { maker: {}, taker: {} }
markets: { noon: {} }
steps:
  - maker: { open_stream: s }
  - maker: { place: { side: SELL, price: 60, qty: 5, id: a-1 }, as: ask }
  - maker: { hear: { on: s, about: ask } }
  - maker: { place: { side: SELL, price: 60, qty: 5, id: a-1 }, expect: { same_as: ask } }
  - maker: { place: { side: SELL, price: 61, qty: 5, id: a-1 }, expect: { http: 409 } }
  - taker: { place: { side: BUY, price: 60, qty: 2, tif: IOC } }
  - maker: { place: { side: BUY, price: 4, qty: 1, sent_ms_ago: 0, recv_window_ms: 5000 }, as: fresh }
  - maker: { place: { side: BUY, price: 4, qty: 1, sent_ms_ago: 30000, recv_window_ms: 1000 }, expect: { declined: ANY } }
  - maker: { cancel: fresh }
  - maker: { read: { orders: all } }
  - maker: { close_stream: s }
`;

/** Bodies as other programs write them. */
const SPELLINGS: Record<string, (body: unknown) => string> = {
  "with a space after colon and comma": (body) =>
    JSON.stringify(body, null, 1).replaceAll(/\n\s*/g, " "),
  indented: (body) => JSON.stringify(body, null, 2),
  "behind a byte order mark": (body) => `\uFEFF${JSON.stringify(body)}`,
  "with numbers of another form": (body) =>
    JSON.stringify(body).replaceAll(/:(\d+)([,}])/g, ":$1.0$2"),
};

let session = "";
before(async () => {
  const deployment = await embedded(1);
  const played = await runScenario(scenarioIn(DAY, "day.yaml"), deployment);
  await deployment.close();
  assert.equal(played.result, "pass", played.detail ?? "");
  session = played.session ?? "";
});

/** The session with bodies in a client's spelling; `sides` are those that are written anew. */
function spelled(spell: (body: unknown) => string, sides: readonly string[]): string {
  const lines = session.trimEnd().split("\n").slice(0, -1);
  const written = lines.map((text) => {
    const line = JSON.parse(text) as Record<string, SessionBody | undefined>;
    for (const side of sides) {
      const { body, ...rest } = line[side] ?? {};
      if (body !== undefined) line[side] = { ...rest, body_text: spell(body) };
    }
    return JSON.stringify(line);
  });
  return `${written.join("\n")}\n`;
}

async function played(deployment: ReplayDeployment, text: string) {
  const reading = await readSession("day.session.jsonl", [Buffer.from(text)]);
  try {
    return await replay(reading, deployment, {
      ...{ strict: false, speed: "max", matchers: new Matchers() },
    });
  } finally {
    await deployment.close();
  }
}

describe("a session of bodies that are spelled in their own way", () => {
  for (const [name, spell] of Object.entries(SPELLINGS)) {
    // The reference reads no byte order mark, and 5.0 for no quantity.
    const isLegible = /space|indented/.test(name);
    const sides = isLegible ? ["request", "response"] : ["response", "receive"];
    it(`replays where every id is another one: ${name}`, async () => {
      const { first, worst } = await played(await embedded(2), spelled(spell, sides));
      assert.equal(first, null, `${first?.what}: ${first?.why}`);
      assert.equal(worst, "equivalent");
    });
  }

  it("replays twice on a deployment that lives on, whose client ids are taken", async () => {
    const venue = await embedded(3);
    const text = spelled(SPELLINGS["indented"]!, ["request", "response", "receive"]);
    for (const time of [1, 2]) {
      const deployment = await lasting(venue.profile, { allowsControl: true })(1);
      const { first } = await played(deployment, text);
      assert.equal(first, null, `time ${time}: ${first?.what}: ${first?.why}`);
    }
    await venue.close();
  });
});
