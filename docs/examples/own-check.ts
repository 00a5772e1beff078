/** A rule of your own beside those of the spec: on this venue a resting bid is the touch at once. */
import assert from "node:assert/strict";
import { type Check, conform, must, that } from "touchstone";

const rule = must(
  "OWN-TOUCH-01",
  "a bid inside the spread is the best bid of the market's record",
  {
    section: "(ours)",
  },
);

const check: Check = {
  title: "a bid inside the spread is told as the best bid",
  proves: [rule.id],
  needs: ["agent", "market", "quiet"],
  async body(t) {
    const { agent, market } = t;
    const [price = market.lowest] = await market.inside();
    await agent.rests(market.limit("BUY", price));
    const bestBid = async () => {
      const { response } = await agent.get(`/markets/${market.id}`);
      return (response?.body as { best_bid?: unknown } | undefined)?.best_bid;
    };
    // Reads may lag behind writes: asked until it is so, and judged when patience ends.
    await t.eventually(
      rule.id,
      bestBid,
      that(`${price}`, (bid) => bid === price),
    );
  },
};

const own = { rules: [rule], checks: [check] };
const target = process.env["VENUE_PROFILE"];
const report = await conform({ only: ["OWN-*"], own, ...(target && { profile: target }) });
const [result] = report.rules;
console.log(`${result?.id} ${result?.result} ${result?.detail ?? ""}`.trim());
assert.equal(result?.result, "pass");
