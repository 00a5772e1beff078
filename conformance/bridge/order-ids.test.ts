import assert from "node:assert/strict";
import { test } from "node:test";
import { OrderIds } from "./order-ids.ts";

test("the same members have one id, in whatever order they come, and another connection another", () => {
  const ids = new OrderIds();
  assert.equal(ids.made({ qty: 1, side: "BUY" }), ids.made({ side: "BUY", qty: 1 }));
  assert.notEqual(ids.made({ qty: 1 }), ids.made({ qty: 2 }));
  assert.notEqual(ids.made({ qty: 1 }), new OrderIds().made({ qty: 1 }));
  assert.match(ids.made({ qty: 1 }), /^[A-Za-z0-9_:.-]{1,64}$/);
});

test("past their number the oldest id is forgotten, and stays the same", () => {
  const ids = new OrderIds();
  const first = ids.made({ qty: 0 });
  assert.equal(ids.wasSent(first), false);
  assert.equal(ids.wasSent(first), true);
  for (let qty = 1; qty <= 10_000; qty += 1) ids.wasSent(ids.made({ qty }));
  assert.equal(ids.wasSent(first), false);
  assert.equal(ids.made({ qty: 0 }), first);
});
