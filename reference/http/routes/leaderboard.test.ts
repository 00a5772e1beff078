import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, control, place, market } = await startTestVenue();

interface Entry {
  public_id: string;
  display_name: string;
  rank: number;
  score: number;
  pnl_cents: number;
  volume_cents: number;
  roi: number;
}

const list = async (query = ""): Promise<Entry[]> =>
  (await api.get(`/v1/leaderboard${query}`).expect(200)).body.entries;
const names = (entries: Entry[]) => entries.map(({ display_name }) => display_name);

/** Alice buys at 40 what Bob sells, and it wins; Carol and Dave stand still. */
before(async () => {
  for (const owner of ["carol", "dave"]) await control("post", "/agents", { owner }).expect(200);
  const market_id = market("BTC_BINARY");
  await place("maker", { market_id, side: "BUY", price: 40, qty: 100 }).expect(201);
  await place("taker", { market_id, side: "SELL", price: 40, qty: 100 }).expect(201);
  const outcome = { status: "RESOLVED", outcome: "YES" };
  await control("patch", `/markets/${market_id}`, outcome).expect(200);
});

describe("GET /leaderboard", () => {
  it("ranks by return on initial cash in basis points, those alike by public id", async () => {
    const entries = await list();
    assert.deepEqual(names([entries[0]!, entries[3]!]), ["alice", "bob"]);
    const { pnl_cents, volume_cents, score, roi } = entries[0]!;
    // Alice has two agents, of 1,000,000 cents each.
    assert.deepEqual([pnl_cents, volume_cents, score, roi], [6_000, 4_000, 30, 0.003]);
    assert.deepEqual([entries[3]!.pnl_cents, entries[3]!.score], [-6_000, -60]);
    const [still, stillToo] = [entries[1]!, entries[2]!];
    assert.ok(still.public_id < stillToo.public_id);
    assert.deepEqual(
      entries.map(({ rank }) => rank),
      [1, 2, 3, 4],
    );
  });

  it("sorts by what is asked, in the order asked, and keeps ties in the order of public ids", async () => {
    const defaults = await list();
    assert.deepEqual(await list("?sort=score&order=desc"), defaults);
    const [first, second, third, last] = defaults;
    for (const sort of ["score", "pnl", "roi"]) {
      assert.deepEqual(await list(`?sort=${sort}`), defaults);
      assert.deepEqual(await list(`?sort=${sort}&order=asc`), [last, second, third, first]);
    }
    const byVolume = await list("?sort=volume");
    assert.deepEqual(names(byVolume.slice(0, 2)).sort(), ["alice", "bob"]);
    assert.deepEqual(byVolume.slice(2), [second, third]);
  });

  it("gives pages", async () => {
    const all = await list();
    assert.deepEqual(await list("?limit=2&offset=1"), all.slice(1, 3));
    assert.deepEqual(await list("?offset=100000"), []);
    const { body } = await api.get("/v1/leaderboard?limit=1").expect(200);
    assert.deepEqual([body.count, body.total, body.limit, body.offset], [1, 4, 1, 0]);
  });

  const BAD = ["sort=", "sort=SCORE", "sort=name", "order=", "order=up", "limit=", "limit=abc"];
  BAD.push("limit=0", "limit=-1", "limit=1001", "limit=99999999999999999999", "limit=1.5");
  BAD.push("offset=", "offset=abc", "offset=-1", "offset=100001", "offset=1e1");
  for (const query of BAD) {
    it(`refuses ${query} with 422`, async () => {
      const { body } = await api.get(`/v1/leaderboard?${query}`).expect(422);
      assert.deepEqual(body.detail[0].loc, ["query", query.split("=")[0]]);
    });
  }
});

describe("GET /leaderboard/account/{public_id}", () => {
  it("gives the entry of the list", async () => {
    for (const entry of await list()) {
      const { body } = await api.get(`/v1/leaderboard/account/${entry.public_id}`).expect(200);
      assert.deepEqual(body, entry);
    }
  });

  it("is 404 for any other id", async () => {
    for (const id of ["00000000", "none", "__proto__", "%F0%9F%92%A9", "x".repeat(2_000)]) {
      const { body } = await api.get(`/v1/leaderboard/account/${id}`).expect(404);
      assert.equal(body.code, "ACCOUNT_NOT_FOUND");
    }
  });
});
