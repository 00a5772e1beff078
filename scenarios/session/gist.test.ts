import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionLine } from "./format.ts";
import { lineText } from "./gist.ts";

const ID = "49e6259d-07eb-4c09-847d-f1e8bc466d54";
const placed: SessionLine = {
  ...{ n: 2, at: 1_337, took: 54.8, actor: "maker" },
  request: {
    ...{ method: "POST", path: "/v1/orders", headers: {} },
    body_text: `{"market_id": "${ID}", "side": "SELL", "price": 60, "tif": null, "tags": []}`,
  },
  response: { status: 201, headers: {}, body: { order_id: ID, status: "NEW", fills: [{}, {}] } },
};

test("an exchange is told with its status first, ids short and last, in whatever spacing", () => {
  assert.equal(
    lineText(placed),
    "     2     1.337s  maker     201  POST /v1/orders  side SELL, price 60, " +
      "market_id 49e6259d…  ->  status NEW, fills (2), order_id 49e6259d…  54.8 ms",
  );
});

test("no line is wider than a terminal, and on one of 80 columns both bodies begin", () => {
  for (const width of [20, 40, 80, 120]) assert.ok(lineText(placed, width).length <= width);
  assert.match(lineText(placed, 80), / 201 {2}POST \/v1\/orders {2}side SE.* -> {2}status/);
});

test("what is no JSON, no text, or not there is told as that", () => {
  const said = (body: object) => lineText({ n: 1, at: 0, stream: "s1", send: body });
  assert.match(said({ body_text: "a\tb\u001b[2J" }), /> a\\u\{9\}b\\u\{1b\}\[2J$/);
  assert.match(said({ body_base64: "/w==" }), /> \(bytes\)$/);
  assert.match(said({ body_left_out: "too long" }), /> \(left out: too long\)$/);
});
