import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Control } from "./control.ts";
import { Pool, type PoolParts } from "./pool.ts";
import type { AgentCredentials, MarketInfo } from "./profile/credentials.ts";

const agent = (name: string, given: Partial<AgentCredentials> = {}): AgentCredentials => ({
  ...{ name, owner: name, agentId: `id-${name}`, apiKey: `key-${name}`, secondApiKey: null },
  ...{ scopes: ["read", "trade"], ...given },
});

const market = (id: string, given: Partial<MarketInfo> = {}): MarketInfo => ({
  ...{ id, kind: "BTC_BINARY", status: "OPEN", band: [1, 99], tick: 1, markPrice: null },
  ...{ own: false, ...given },
});

function poolOf(parts: Partial<PoolParts>): Pool {
  const nothing = { agents: [], browser: null, markets: [], control: null, allowsLoad: false };
  return new Pool({ ...nothing, runId: "t0", ...parts });
}

describe("a pool of a profile", () => {
  it("offers what it has, no more", () => {
    const reader = agent("reader", { scopes: ["read"] });
    const pool = poolOf({ agents: [agent("a"), reader], markets: [market("1")] });
    assert.ok(pool.offers({ agent: true, reader: true, market: true, kind: "BTC_BINARY" }));
    for (const wish of [
      { other: true },
      { secondKey: true },
      { human: true },
      { secondMarket: true },
      { market: true, kind: "BTC_PERP" },
      { closed: ["ANY"] },
    ] as const) {
      assert.ok(!pool.offers(wish), JSON.stringify(wish));
    }
  });

  it("lets two owners take turns, and keeps a third agent for bursts", async () => {
    const sibling = agent("b", { owner: "a", agentId: "id-a" });
    const pool = poolOf({ agents: [agent("a"), sibling, agent("c"), agent("d")] });
    const leased = [await pool.lease({ agent: true }), await pool.lease({ agent: true })];
    assert.deepEqual(new Set(leased.map((lease) => lease.agent?.name)), new Set(["a", "c"]));
    const { agent: burst, other } = await pool.lease({ agent: true, other: true, bursts: true });
    assert.deepEqual([burst?.name, other?.name], ["d", "a"]);
    assert.ok(pool.burstsApart && !pool.own);
    pool.burstsEnded();
    const wish = { agent: true, other: true } as const;
    const pairs = await Promise.all(Array.from({ length: 6 }, () => pool.lease(wish)));
    for (const role of ["agent", "other"] as const) {
      assert.deepEqual(new Set(pairs.map((pair) => pair[role]?.name)), new Set(["a", "c", "d"]));
    }
    assert.ok(pairs.every((pair) => pair.agent?.owner !== pair.other?.owner));
  });

  it("lets all but one of many agents work, of as many owners as there are", async () => {
    const four = ["a", "b", "c", "d"].map((name) => agent(name));
    const pool = poolOf({ agents: [...four, agent("e", { owner: "a" })] });
    const leases = await Promise.all(Array.from({ length: 8 }, () => pool.lease({ agent: true })));
    assert.deepEqual(
      new Set(leases.map((lease) => lease.agent?.name)),
      new Set(["a", "b", "d", "e"]),
    );
    assert.equal(pool.owners, 4);
    const ofOne = poolOf({ agents: [agent("a"), agent("b", { owner: "a" })] });
    assert.ok(ofOne.offers({ agent: true }) && !ofOne.offers({ other: true }));
  });

  it("avoids a gated market while there is another", async () => {
    const pool = poolOf({ markets: [market("1"), market("2")] });
    assert.deepEqual([pool.gated("1"), pool.gated("1")], [true, false]);
    for (const _ of ["first", "second"]) {
      assert.equal((await pool.lease({ market: true })).market?.id, "2");
    }
  });

  it("leases markets by status, and any that is not OPEN", async () => {
    const closed = [market("1", { status: "VOID" }), market("2", { status: "EXPIRED" })];
    const lease = await poolOf({ markets: closed }).lease({ closed: ["VOID", "ANY"] });
    assert.deepEqual([...lease.closed.keys()], ["VOID", "EXPIRED"]);
  });
});

describe("a pool that control makes", () => {
  /** Remembers what it is asked for. */
  function controlled() {
    const asked: string[] = [];
    const control = {
      can: () => true,
      createAgent: async ({ owner }: { owner: string }) => {
        asked.push(owner);
        return { agentId: `id-${asked.length}`, apiKey: `key-${asked.length}` };
      },
      createKey: async () => ({ keyId: "k", apiKey: "another" }),
      createSession: async (owner: string) => {
        asked.push(`session of ${owner}`);
        const cookie = { name: "c", value: "v" };
        return { sessionCookie: cookie, csrfCookie: cookie };
      },
      createMarket: async () => "made",
    };
    return { asked, pool: poolOf({ control: control as unknown as Control }) };
  }

  it("makes nothing that is not wished for", async () => {
    const { asked, pool } = controlled();
    assert.deepEqual(await pool.lease({}), { closed: new Map() });
    assert.deepEqual(asked, []);
    assert.ok(pool.own && pool.ownSessions && pool.movesClock);
  });

  it("gives whoever signs in an owner of its own, since sessions act for its first agent", async () => {
    const { asked, pool } = controlled();
    await pool.lease({ agent: true, other: true });
    await pool.lease({ agent: true, human: true });
    assert.deepEqual(asked, [
      ...["touchstone-t0-agent-1", "touchstone-t0-other-2"],
      ...["touchstone-t0-agent-3-alone", "session of touchstone-t0-agent-3-alone"],
    ]);
  });

  it("has one team for all bursts: a spent budget is spent once", async () => {
    const { asked, pool } = controlled();
    const [first, second] = [
      await pool.lease({ agent: true, bursts: true }),
      await pool.lease({ agent: true, bursts: true, other: true }),
    ];
    assert.equal(first.agent, second.agent);
    assert.equal(asked.length, 2);
  });
});
