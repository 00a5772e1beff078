import assert from "node:assert/strict";
import { it } from "node:test";
import { startTestVenue } from "./proof/seeded-venue.fixture.ts";

/** A short life of a venue: everything it answered, byte for byte, headers included. */
async function transcript(seed: number): Promise<string[]> {
  const { api, place, get, control, bearer, reference } = await startTestVenue({ seed });
  const lines: string[] = [];
  const note = async (request: ReturnType<typeof api.get>) => {
    const { status, headers, text } = await request;
    lines.push(JSON.stringify([status, headers, text]));
  };
  await note(place("maker", { side: "SELL", price: 55, qty: 4, client_order_id: "a" }));
  await note(place("taker", { price: 60, qty: 2 }));
  await note(control("post", "/clock", { advance_ms: 12_345 }));
  await note(place("maker", { price: 100 }));
  await note(place("maker", { side: "SELL", price: 55, qty: 4, client_order_id: "a" }));
  await note(api.delete("/orders").set("Authorization", bearer("maker")));
  await note(get("taker", "/v1/positions"));
  await note(get("maker", "/v1/orders"));
  await note(api.get("/v1/markets?status=VOID")); // the series follow the price, and that the seed
  await note(control("post", "/agents", { owner: "carol" }));
  await note(control("get", "/digest"));
  const places = { base_url: "", stream_url: "", control: "", idp: "" };
  lines.push(JSON.stringify({ ...reference.profile(), ...places }));
  return lines;
}

it("the same seed and the same requests give the same bytes", async () => {
  assert.deepEqual(await transcript(7), await transcript(7));
});

it("the same commands leave the same venue, however much is read between them", async () => {
  const digests = [0, 3].map(async (reads) => {
    const { place, get, control } = await startTestVenue();
    const read = async () => {
      for (let at = 0; at < reads; at++) {
        await get("maker", "/v1/orders/open").expect(200);
        await get("maker", "/v1/nothing").expect(404);
      }
    };
    await place("maker", { side: "SELL", price: 55, qty: 4 }).expect(201);
    await read();
    const { body } = await place("taker", { price: 60, qty: 6 }).expect(201);
    await read();
    await control("post", "/clock", { advance_ms: 12_345 }).expect(200);
    const digest = await control("get", "/digest").expect(200);
    return [body.order_id, digest.body];
  });
  const [silent, curious] = await Promise.all(digests);
  assert.deepEqual(silent, curious);
});

it("another seed gives other ids, and no other answers", async () => {
  const withoutIds = (lines: string[]) =>
    lines.slice(0, 9).map((line) => line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id"));
  const [seven, eight] = [await transcript(7), await transcript(8)];
  assert.notDeepEqual(seven, eight);
  assert.deepEqual(withoutIds(seven), withoutIds(eight));
});
