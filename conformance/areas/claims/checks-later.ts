/** Orders that come to trade otherwise than by being placed: amended, or with a ladder. */
import { numberUnder, recordOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, readable } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { amend, replaceLadder } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation, odd, that } from "../../check/expectation.ts";
import { isMean } from "../averages.ts";

/** For the order of a ladder, and for the one that is amended, which takes what is behind it too. */
const OFFERED = 2;

/** The check of amendments and ladders by the rule on the price of fills. */
export function crossesLater(rule: string): Check {
  return {
    title: "an order amended across the spread, and one of a ladder, trade at the resting price",
    proves: [rule],
    // What trades without being placed is not traded back in a market of others.
    needs: ["two-owners", "market", "operator"],
    once: true,
    async body(t) {
      const { agent, other, market, side } = t;
      const [own = 0, touch = 0, beyond = 0] = await market.ladder(3);
      const offer = await other.rests(market.limit(opposite(side), touch, { qty: OFFERED }));
      const behind = await other.rests(market.limit(opposite(side), beyond));
      const given = async () => [await gave(other, offer), await gave(other, behind)] as const;
      await replaceLadder(agent, market.id, [market.limit(side, beyond)]);
      await t.settle();
      const before = await given();
      const { orderId } = await agent.rests(market.limit(side, own));
      await amend(agent, orderId, { price: beyond, qty: OFFERED + 1 - before[0] });
      await t.settle();
      const [first, second] = (await given()).map((qty, index) => qty - before[index]!);
      const all = first! + second!;
      const mean = (first! * touch + second! * beyond) / all;
      if (all > 0 && (await agent.executed(orderId)) === all)
        await t.eventually(rule, () => averageOf(agent, orderId), onAverage(mean));
      if (!(await gave(other, offer))) throw new Missing(NOT_TAKEN);
      await t.eventually(rule, () => averageOf(other, offer.orderId), onAverage(touch));
    },
  };
}

const NOT_TAKEN = "did not arise: an order that trades as it is amended, or with a ladder";

/** What was executed of an order that rested, as far as it can be read. Units: contracts. */
async function gave(agent: AgentClient, { orderId }: { orderId: string }): Promise<number> {
  return (await agent.executed(orderId)) ?? 0;
}

/** What the fills of an order came to on average. Errors: Missing where its record does not say. */
async function averageOf(agent: AgentClient, orderId: string): Promise<number> {
  const record = recordOf((await agent.order(orderId)).response?.body, orderId);
  return readable(record && numberUnder(record, AVERAGE), "the average fill price of an order");
}

const AVERAGE = ["avgfillpricecents", "avgfillprice", "averagefillprice", "avgprice"];

/** Averages may be told in another unit than prices (D-033). */
function onAverage(mean: number): Expectation<number> {
  const at = (scale: number) =>
    that<number>(`an average price of ${mean * scale}`, (average) => isMean(average, mean, scale));
  return anyOf(at(1), ...[0.01, 100].map((scale) => odd(at(scale), `in units of ${scale}`)));
}
