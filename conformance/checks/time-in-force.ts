/** GTC, IOC, FOK, POST_ONLY and MARKET: what each may leave behind. Spec: Order place request. */
import type { Check } from "../check.ts";
import { contains, lacks } from "../expect/answers.ts";
import { declined, filledWhole, nothingRemains, resting, statusIs } from "../expect/placed.ts";

const gtcRests: Check = {
  title: "a GTC order that does not cross is NEW and in /orders/open",
  proves: ["TIF-GTC-01"],
  needs: ["agent", "market"],
  async body(trial) {
    const { agent, market } = trial;
    const placed = await agent.place(market.resting("BUY", { tif: "GTC" }));
    trial.expect("TIF-GTC-01", placed, resting);
    await trial.eventually(
      "TIF-GTC-01",
      () => agent.openOrders(market.id),
      contains(String(placed.orderId)),
    );
  },
};

const iocNeverRests: Check = {
  title: "an IOC order without a match never rests",
  proves: ["TIF-IOC-01", "TIF-IOC-02"],
  needs: ["agent", "market"],
  async body(trial) {
    const { agent, market } = trial;
    const placed = await agent.provoke(market.resting("BUY", { tif: "IOC" }));
    trial.expect("TIF-IOC-01", placed, nothingRemains);
    await trial.settle();
    trial.expect("TIF-IOC-01", await agent.openOrders(market.id), lacks(String(placed.orderId)));
    trial.expect("TIF-IOC-02", placed, statusIs("CANCELLED", "REJECTED"));
  },
};

const fokFills: Check = {
  title: "a FOK order that can be filled whole is FILLED",
  proves: ["TIF-FOK-01"],
  needs: ["two-owners", "binary", "quiet"],
  async body(trial) {
    const { agent: taker, other: maker, market } = trial;
    const [price = 0] = await market.inside();
    await maker.rests(market.limit("SELL", price, { qty: 2 }));
    const taken = await taker.place(market.limit("BUY", price, { qty: 2, tif: "FOK" }));
    trial.expect("TIF-FOK-01", taken, filledWhole);
  },
};

const fokRefuses: Check = {
  title: "a FOK order that cannot be filled whole is declined and touches nothing",
  proves: ["TIF-FOK-02", "TIF-FOK-03"],
  needs: ["two-owners", "binary", "quiet"],
  async body(trial) {
    const { agent: taker, other: maker, market } = trial;
    const [price = 0] = await market.inside();
    const rested = await maker.rests(market.limit("SELL", price));
    const refused = await taker.provoke(market.limit("BUY", price, { qty: 2, tif: "FOK" }));
    trial.expect("TIF-FOK-02", refused, declined("FOK_NOT_FILLABLE"));
    await trial.eventually(
      "TIF-FOK-03",
      () => maker.openOrders(market.id),
      contains(rested.orderId),
    );
  },
};

export const timeInForce: readonly Check[] = [gtcRests, iocNeverRests, fokFills, fokRefuses];
