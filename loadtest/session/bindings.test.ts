import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LoadBindings, uuidsIn } from "./bindings.ts";

const MARKET = "11111111-1111-4111-8111-111111111111";
const ORDER = "22222222-2222-4222-8222-222222222222";
const LIVE = "99999999-9999-4999-8999-999999999999";

describe("the bindings of an iteration", () => {
  it("replace an id wherever it is sent, once its answer told it", () => {
    const bindings = new LoadBindings({ [MARKET]: LIVE });
    const ids = uuidsIn({ order: { order_id: ORDER } });
    assert.deepEqual(ids, [{ at: ["order", "order_id"], id: ORDER }]);
    bindings.learn(ids, { order: { order_id: "live-order" } });
    assert.equal(
      bindings.text(`/orders/${ORDER}?market_id=${MARKET}`),
      `/orders/live-order?market_id=${LIVE}`,
    );
    assert.deepEqual(bindings.body({ ids: [ORDER, 7, null] }), { ids: ["live-order", 7, null] });
  });

  it("keep the first meaning of an id, and send unknown ones as they are", () => {
    const bindings = new LoadBindings({});
    const ids = [{ at: ["id"], id: ORDER }];
    bindings.learn(ids, { id: "first" });
    bindings.learn(ids, { id: "second" });
    bindings.learn([{ at: ["gone", "id"], id: MARKET }], {});
    assert.equal(bindings.text(ORDER), "first");
    assert.equal(bindings.text(MARKET), MARKET);
  });

  it("leave the zero id alone: it is no order", () => {
    assert.deepEqual(uuidsIn("00000000-0000-0000-0000-000000000000"), []);
  });
});
