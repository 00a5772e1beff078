/** Orders at once for one that rests: is there an order of them that explains what each was told? */
import assert from "node:assert/strict";
import { checkLinear, type Model, type Operation, timeline } from "touchstone/linear";
import { startReference } from "touchstone/reference";

/** An order that takes, and how much it got. Units: contracts. */
type Take = { qty: number };
const AT_REST = 5;

/** What rests gives what it has, and no more. */
const resting: Model<number, Take, number> = {
  initial: AT_REST,
  step: (left, { qty }, filled = Math.min(left, qty)) =>
    filled === Math.min(left, qty) ? [left - filled] : [],
  key: String,
};

const venue = await startReference({ seed: 7 });
const { agents, markets } = venue.profile() as {
  agents: { api_key: string; owner: string; scopes?: string[] }[];
  markets: { id: string; kind: string; status: string }[];
};
const market_id = markets.find(
  ({ kind, status }) => kind === "BTC_BINARY" && status === "OPEN",
)!.id;
const traders = agents.filter(({ scopes }) => scopes === undefined || scopes.includes("trade"));
const maker = traders[0]!;
const taker = traders.find(({ owner }) => owner !== maker.owner)!;

async function send(key: string, order: object): Promise<{ filled_qty: number }> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ market_id, type: "LIMIT", price: 99, ...order });
  const answer = await fetch(`${venue.url}/v1/orders`, { method: "POST", headers, body });
  return (await answer.json()) as { filled_qty: number };
}

await send(maker.api_key, { side: "SELL", tif: "GTC", qty: AT_REST });

/** Sends one order, and notes when it was called and when answered. */
async function take(client: string, qty: number): Promise<Operation<Take, number>> {
  const call = performance.now();
  const { filled_qty } = await send(taker.api_key, { side: "BUY", tif: "IOC", qty });
  return { client, op: { qty }, call, answer: { at: performance.now(), result: filled_qty } };
}

const history = await Promise.all([take("ann", 2), take("ben", 2), take("cat", 2)]);
await venue.close();

const verdict = checkLinear(history, resting, { deadlineMs: 1_000 });
assert.equal(verdict.verdict, "linear");

// A venue that sells a contract twice tells everybody that they got both.
const sold = history.map((one) => ({ ...one, answer: { ...one.answer!, result: 2 } }));
const wrong = checkLinear(sold, resting);
assert.equal(wrong.verdict, "contradiction");
console.log(
  `after ${wrong.explained.length} orders ${wrong.state} is left: ${wrong.stuck.client} got 2`,
);

const page = timeline(sold, wrong, { title: "Three orders for five contracts", unit: "ms" });
assert.match(page, /^<!doctype html>/);
