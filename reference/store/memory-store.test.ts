import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { MemoryStore } from "./memory-store.ts";
import { bindPage, GENESIS, type Head } from "./page.ts";

function storeWithPages() {
  const store = new MemoryStore();
  after(() => store.close());
  let head: Head = GENESIS;
  const grow = async (pages: number) => {
    for (let n = 0; n < pages; n++) {
      const page = bindPage(head, [`{"at":${head.lastSeq}}`]);
      head = page;
      await store.append({ page, rows: [], startsOver: false });
    }
  };
  const counted = async () => {
    const [row] = await (await store.database())("journal").count({ pages: "*" });
    return row?.["pages"];
  };
  return { store, grow, counted };
}

describe("a store in memory that is read", () => {
  it("shows each of several readers at once all that was there when it asked", async () => {
    const { grow, counted } = storeWithPages();
    await grow(5);
    const first = counted();
    await grow(5);
    assert.deepEqual(await Promise.all([first, counted()]), [10, 10]);
    await grow(1);
    assert.equal(await counted(), 11);
  });

  it("holds more than may wait, and goes on after it was started over", async () => {
    const { store, grow, counted } = storeWithPages();
    await grow(250);
    assert.equal(await counted(), 250);
    const anew = bindPage(GENESIS, ["{}"]);
    await store.append({ page: anew, rows: [], startsOver: true });
    assert.deepEqual(await store.lastPage(), anew);
  });
});
