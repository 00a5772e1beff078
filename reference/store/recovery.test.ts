import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Reference, startReference } from "../start.ts";
import { openStore } from "./open-store.ts";
import type { Head, JournalPage } from "./page.ts";
import { commandOf, isFact, recordsOf } from "./record.ts";
import { recover } from "./recovery.ts";
import { type SnapshotSource, takeSnapshot } from "./snapshot.ts";
import { type Store, type StoredSnapshot, StoreUnusable } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "recovery-"));
after(() => rmSync(folder, { recursive: true }));

/** What a recovery reads; what it drops is gone. */
class Prefix implements Pick<Store, "lastPage" | "pages" | "dropAfter" | "snapshots"> {
  readonly name = "prefix";
  dropped = Number.POSITIVE_INFINITY;
  readonly #pages: readonly JournalPage[];
  readonly #snapshots: readonly StoredSnapshot[];

  constructor(pages: readonly JournalPage[], snapshots: readonly StoredSnapshot[] = []) {
    this.#pages = pages;
    this.#snapshots = snapshots;
  }

  async lastPage(): Promise<JournalPage | null> {
    return this.#pages.at(-1) ?? null;
  }

  async *pages(afterSeq: number) {
    yield* this.#pages.filter(({ lastSeq }) => lastSeq > afterSeq);
  }

  async dropAfter(seq: number): Promise<void> {
    this.dropped = seq;
  }

  async *snapshots() {
    yield* this.#snapshots;
  }
}

/** A snapshot with all its pieces. */
function snapshotAt(page: Head, kept: SnapshotSource) {
  const { seq, pieces } = takeSnapshot(page, kept);
  return { seq, pieces: [...pieces] };
}

/** Recovers, and keeps what was noticed. */
async function recovered(pages: readonly JournalPage[], snapshots: readonly StoredSnapshot[] = []) {
  const notices: string[] = [];
  const store = new Prefix(pages, snapshots);
  const notify = (notice: string) => notices.push(notice);
  return { ...(await recover(store as unknown as Store, { notify })), notices, store };
}

/** Lives on a store: orders that rest, trade and go, a switch, keys, a jump of time. */
async function live(reference: Reference, round: number): Promise<void> {
  const profile = reference.profile() as {
    agents: { api_key: string }[];
    markets: { id: string }[];
  };
  const send = (method: string, path: string, token: string, body?: object) =>
    reference.handle({
      method,
      path,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const [maker, taker] = profile.agents.map(({ api_key }) => api_key) as [string, string];
  const market_id = profile.markets[0]!.id;
  for (let n = 0; n < 6; n++) {
    const order = { market_id, type: "LIMIT", qty: 3 + n, client_order_id: `r${round}-${n}` };
    await send("POST", "/v1/orders", maker, { ...order, side: "SELL", price: 50 + n });
    await send("POST", "/v1/orders", taker, { ...order, side: "BUY", price: 48 + 2 * n });
  }
  await send("DELETE", "/v1/orders", round % 2 ? maker : taker);
  await send("POST", "/_control/clock", "t", { advance_ms: 400_000 });
  await send("PUT", "/_control/gates/ladder", "t", { closed: round % 2 === 0 });
  await send("POST", "/_control/agents", "t", { owner: `owner ${round}` });
  await send("POST", "/_control/sessions", "t", { owner: "alice" });
}

const OPTIONS = { seed: 7, clock: "virtual", controlToken: "t", listen: false } as const;

describe("recovery", () => {
  const url = `sqlite:${join(folder, "lived.sqlite")}`;
  const pages: JournalPage[] = [];

  before(async () => {
    for (const round of [1, 2, 3]) {
      const reference = await startReference({ ...OPTIONS, store: url, makers: true });
      await live(reference, round);
      await reference.close();
    }
    const store = await openStore(url);
    for await (const page of store.pages(0)) pages.push(page);
    await store.close();
  });

  it("after every page, from every snapshot, gives the venue that a replay gives", async () => {
    const whole = await recovered([]);
    const taken: StoredSnapshot[] = [];
    for (const [index, page] of pages.entries()) {
      for (const record of recordsOf(page)) {
        if (isFact(record)) whole.facts.take(record);
        else whole.venue.apply(commandOf(record), record.at);
        whole.atMs = record.at;
      }
      const { venue, atMs } = whole;
      const facts = whole.facts.at(atMs);
      if (index % 7 === 0) taken.unshift(snapshotAt(page, { venue, facts, atMs }));
      for (const snapshots of [[], taken.slice(0, 1), taken.slice(1, 2)]) {
        const again = await recovered(pages.slice(0, index + 1), snapshots);
        assert.deepEqual(again.venue.digest(), venue.digest());
        assert.deepEqual(again.facts.at(0), whole.facts.at(0));
        assert.deepEqual([again.head.digest, again.atMs, again.notices], [page.digest, atMs, []]);
      }
    }
    assert.ok(taken.length > 5);
  });

  it("drops a last page that is torn anywhere, and says so", async () => {
    const last = pages.at(-1)!;
    const before = await recovered(pages.slice(0, -1));
    for (const length of [0, 1, last.records.length >> 1, last.records.length - 1]) {
      const torn = { ...last, records: last.records.slice(0, length) };
      const again = await recovered([...pages.slice(0, -1), torn]);
      assert.deepEqual(again.venue.digest(), before.venue.digest());
      assert.equal(again.store.dropped, last.firstSeq - 1);
      assert.match(again.notices.join(), new RegExp(`record ${last.firstSeq} was torn`));
    }
  });

  it("stops at a damaged record before the last, and names it", async () => {
    for (const [index, page] of pages.slice(0, -1).entries()) {
      const damaged = { ...page, records: page.records.replace(/\d/, "x") };
      await assert.rejects(
        recovered(pages.with(index, damaged)),
        (error: Error) =>
          error instanceof StoreUnusable &&
          error.message.includes(`record ${page.firstSeq} is damaged`),
      );
    }
  });

  it("stops where records are missing", async () => {
    const [, gone, next] = pages as [JournalPage, JournalPage, JournalPage];
    const named = new RegExp(`records ${gone.firstSeq} to ${next.firstSeq - 1} are missing`);
    await assert.rejects(recovered(pages.filter((page) => page !== gone)), named);
  });

  it("passes over a snapshot that is damaged, or that the journal does not reach", async () => {
    const { venue, facts, atMs } = await recovered(pages);
    const whole = { venue, facts: facts.at(0), atMs };
    const last = pages.at(-1)!;
    const good = snapshotAt(last, whole);
    const ahead = snapshotAt({ ...last, lastSeq: last.lastSeq + 1 }, whole);
    const damaged = { ...good, pieces: good.pieces.with(1, good.pieces[1]!.replace(/\d/, "x")) };
    const again = await recovered(pages, [ahead, damaged]);
    assert.deepEqual(again.venue.digest(), venue.digest());
    assert.equal(again.notices.length, 2);
    assert.equal((await recovered(pages, [ahead, damaged, good])).snapshotSeq, last.lastSeq);
  });

  it("refuses a snapshot of a venue with other limits", async () => {
    const { venue, facts, atMs } = await recovered(pages);
    const snapshot = snapshotAt(pages.at(-1)!, { venue, facts: facts.at(0), atMs });
    const store = new Prefix(pages, [snapshot]) as unknown as Store;
    const limits = { cooldownDeclines: 3 };
    await assert.rejects(recover(store, { venue: { limits } }), /limits and the version/);
  });

  it("draws no id again that an earlier run drew", async () => {
    const ids = pages.flatMap(recordsOf).flatMap((record) => {
      if (isFact(record)) return [];
      return "orderId" in record && record.type === "place" ? [record.orderId] : [];
    });
    assert.ok(ids.length > 30);
    assert.equal(new Set(ids).size, ids.length);
  });
});
