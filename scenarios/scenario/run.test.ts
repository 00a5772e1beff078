import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { interpose } from "../../conformance/interposer/interposer.ts";
import { startEmbedded } from "../deployment/embedded.ts";
import { embedded, lasting } from "../replay/deployment.ts";
import { readSession } from "../session/reader.ts";
import { scenarioIn } from "./read.ts";
import { runScenario } from "./run.ts";

const TRADE = `story: A taker buys what a maker offers
shows: [MATCH-CROSS-01]
actors: { maker: {}, taker: {} }
markets: { noon: {} }
steps:
  - maker: { place: { side: SELL, price: 60, qty: 5 }, as: ask, expect: { status: NEW } }
  - taker: { place: { side: BUY, price: 60, qty: 2 }, expect: { filled: 2, fills: [[60, 2]] } }
  - maker: { read: { order: ask }, expect: { status: PARTIAL, remaining: 3 } }
  - maker: { place: { side: SELL, price: 200, qty: 1 }, expect: { declined: PRICE_OUT_OF_RANGE } }
`;

async function runOn(text: string, seed = 1) {
  const deployment = await embedded(seed);
  try {
    return await runScenario(scenarioIn(text, "a.yaml"), deployment);
  } finally {
    await deployment.close();
  }
}

describe("a scenario that is run", () => {
  it("passes on the reference, and leaves a whole session", async () => {
    const { result, session } = await runOn(TRADE);
    assert.equal(result, "pass");
    const reading = await readSession("s", [Buffer.from(session ?? "")]);
    const paths: string[] = [];
    for await (const line of reading.lines) if ("request" in line) paths.push(line.request.path);
    assert.equal(reading.ending, "whole");
    assert.equal(paths.length, 4);
    assert.ok(!session?.includes("rk_live_"));
  });

  const WRONG: Record<string, [from: string, to: string, step: number]> = {
    "an order that is refused": ["qty: 5 }, as", "qty: five }, as", 1],
    "a quantity": ["filled: 2,", "filled: 3,", 2],
    "a status": ["status: PARTIAL", "status: FILLED", 3],
    "a reason": ["PRICE_OUT_OF_RANGE", "INVALID_QTY", 4],
    fills: ["[[60, 2]]", "[[61, 2]]", 2],
  };
  for (const [name, [from, to, step]] of Object.entries(WRONG)) {
    it(`fails at the step that expects another thing: ${name}`, async () => {
      const played = await runOn(TRADE.replace(from, to));
      assert.equal(played.result, "fail");
      assert.equal(played.step?.number, step);
      assert.match(played.detail ?? "", /^expected /);
    });
  }

  it("releases the kill switch that it closed, also when it went another way", async () => {
    const deployment = await embedded(1);
    const frozen = TRADE.replace("steps:\n", "steps:\n  - venue: { freeze: true }\n");
    try {
      const results = [];
      for (const [at, text] of [frozen, TRADE].entries()) {
        const another = { ...deployment, fresh: false, seed: null, runId: `t000000${at}` };
        results.push((await runScenario(scenarioIn(text, "a.yaml"), another)).result);
      }
      assert.deepEqual(results, ["inconclusive", "pass"]);
    } finally {
      await deployment.close();
    }
  });

  it("says what it waits for, where nobody moves the clock", async () => {
    const deployment = await embedded(1);
    const told: unknown[] = [];
    deployment.clock.sleep = async (ms, why) => void told.push([ms, why]);
    const waiting = TRADE.replace(/steps:.*/s, "steps:\n  - venue: { pass: { seconds: 61 } }\n");
    const { result } = await runScenario(scenarioIn(waiting, "a.yaml"), {
      ...deployment,
      control: null,
    });
    await deployment.close();
    assert.equal(result, "pass");
    assert.deepEqual(told, [[61_000, "for: A taker buys what a maker offers"]]);
  });

  it("is skipped where the target has nobody to act, and says what would help", async () => {
    const venue = await startEmbedded(1);
    const profile = { ...venue.profile, agents: [], control: null };
    const deployment = await lasting(profile, { allowsControl: true })(1);
    const { result, detail } = await runScenario(scenarioIn(TRADE, "a.yaml"), deployment);
    await deployment.close();
    await venue.close();
    assert.equal(result, "skipped");
    assert.match(detail ?? "", /needs an agent for maker: an agents entry/);
  });

  it("passes on a venue that refuses a price outside the band as malformed", async () => {
    const venue = await startEmbedded(1);
    const front = await interpose(venue.profile.baseUrl, async (request, behind) => {
      const answer = await behind(request);
      const declined = Object(answer.body).reject_reason === "PRICE_OUT_OF_RANGE";
      const body = { code: "VALIDATION_ERROR", message: "no", request_id: "r" };
      return declined ? { ...answer, status: 400, body } : answer;
    });
    const deployment = await lasting(
      { ...venue.profile, baseUrl: front.url },
      { allowsControl: true },
    )(1);
    const { result, detail } = await runScenario(scenarioIn(TRADE, "a.yaml"), deployment);
    await deployment.close();
    await front.close();
    await venue.close();
    assert.equal(result, "pass", detail ?? "");
  });
});
