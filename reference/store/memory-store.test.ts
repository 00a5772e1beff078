import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MemoryStore } from "./memory-store.ts";
import { bindPage, GENESIS } from "./page.ts";

/** The mid of a market from a second on. */
const mid = (fromS: number, value: number) => ({
  table: "mids",
  values: ["m", fromS, value, fromS],
});

async function storeWithPages(pages: number) {
  const store = new MemoryStore();
  for (let n = 1; n <= pages; n++) {
    const page = bindPage((await store.lastPage()) ?? GENESIS, [`{"at":${n}}`]);
    await store.append({ page, rows: [mid(n, n), mid(0, n)], startsOver: false });
  }
  const mids = async () => {
    const found: unknown[] = [];
    const wanted = { nowMs: 1e6, everyS: 1, limit: 100 };
    for await (const { fromS, mid } of (await store.history()).steps("m", wanted)) {
      found.push([fromS, mid]);
    }
    return found;
  };
  return { store, mids };
}

describe("history in a store in memory", () => {
  it("has what was appended by the time it is asked for, the last of what is replaced", async () => {
    const { store, mids } = await storeWithPages(2);
    const both = [
      [2, 2],
      [1, 1],
      [0, 2],
    ];
    assert.deepEqual(await mids(), both);
    await store.addRows([mid(3, 3)]);
    assert.deepEqual(await mids(), [[3, 3], ...both]);
  });

  it("goes back with the pages that are dropped, to what they had replaced", async () => {
    const { store, mids } = await storeWithPages(3);
    await mids();
    await store.dropAfter(2);
    assert.deepEqual(await mids(), [
      [2, 2],
      [1, 1],
      [0, 2],
    ]);
  });

  it("begins anew where the venue was started over", async () => {
    const { store, mids } = await storeWithPages(3);
    await mids();
    const page = bindPage(GENESIS, ["{}"]);
    await store.append({ page, rows: [mid(9, 9)], startsOver: true });
    assert.deepEqual(await mids(), [[9, 9]]);
    assert.deepEqual(await store.lastPage(), page);
  });
});
