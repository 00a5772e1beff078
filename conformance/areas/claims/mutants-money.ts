/** Venues whose cash moves otherwise than they claim: what the wallet tells is changed. */
import { changeAnswer, type Fields, fieldsOf, inFrontOf, keyOf } from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { settledMutants } from "./mutants-settled.ts";
import {
  collateral,
  filled,
  isMarket,
  isParlay,
  isPerp,
  PAYOUT,
  PERP_UNITS,
  wallet,
} from "./wallet-shown.ts";

/** The wallet is told by a cent less for each contract that the caller's ladders have traded on arrival. */
function ladderFees(): WireVariant {
  const charged = new Map<string, number>();
  const ladder = changeAnswer("POST /orders/replace-ladder", (given, request) => {
    const { results = [] } = fieldsOf(given.body);
    const filled = (results as Fields[]).map(({ filled_qty: qty }) => Number(qty ?? 0));
    const before = charged.get(keyOf(request)) ?? 0;
    charged.set(
      keyOf(request),
      filled.reduce((sum, qty) => sum + qty, before),
    );
    return given;
  });
  const told = changeAnswer("GET /me/wallet", (given, request) => {
    const body = fieldsOf(given.body);
    const free_cents = Number(body["free_cents"]) - (charged.get(keyOf(request)) ?? 0);
    return given.status === 200 ? { ...given, body: { ...body, free_cents } } : given;
  });
  return inFrontOf(ladder, told);
}

/** Known-bad venues of money. */
export const moneyMutants: readonly Mutant[] = [
  {
    name: "sells-reserve-the-price",
    breaks: ["CLAIM-COLL-01"],
    defect: "A resting SELL of a binary reserves its price, as a BUY does.",
    wire: wallet((one) =>
      one.side === "SELL" && !isPerp(one) ? (PAYOUT - 2 * one.price) * one.resting : 0,
    ),
  },
  {
    name: "parlays-reserve-for-one-contract",
    breaks: ["CLAIM-COLL-01"],
    defect: "A resting order on a parlay reserves for one contract, however large it is.",
    wire: wallet((one) =>
      isParlay(one) && one.resting > 1 ? collateral(one) * (one.resting - 1) : 0,
    ),
  },
  {
    name: "filled-sells-keep-the-price",
    breaks: ["CLAIM-COLL-02"],
    defect: "A filled SELL of a binary has cost its price, where the rest of the payout is due.",
    wire: wallet((one) =>
      one.side === "SELL" && !isPerp(one) ? (PAYOUT - 2 * one.price) * filled(one) : 0,
    ),
  },
  {
    name: "filled-resting-orders-stay-reserved",
    breaks: ["CLAIM-COLL-02"],
    defect: "The reserve of a resting order stays beside the cost of what is filled of it.",
    wire: wallet((one) => (one.resting > 0 ? -collateral(one) * one.asMaker : 0)),
  },
  {
    name: "cancel-after-a-partial-fill-keeps-the-reserve",
    breaks: ["CLAIM-COLL-03"],
    defect: "A cancel of an order that was filled in part leaves one contract reserved.",
    wire: wallet((one) => (one.cancelled > 0 && one.asMaker > 0 ? -collateral(one) : 0)),
  },
  {
    name: "who-gives-way-keeps-the-reserve",
    breaks: ["CLAIM-COLL-03"],
    defect: "A resting order that nobody asked to cancel stays reserved when it is cancelled.",
    wire: wallet((one) => (isPerp(one) ? 0 : -collateral(one) * one.gaveWay)),
  },
  {
    name: "orders-of-ladders-cost-a-cent-more",
    breaks: ["CLAIM-COLL-02"],
    // What a ladder trades nobody trades back in a market of others.
    controlled: true,
    defect: "A contract that trades as its order comes with a ladder costs a cent more.",
    wire: ladderFees,
  },
  {
    name: "improvement-is-kept",
    breaks: ["CLAIM-COLL-04"],
    defect: "Who arrives with a limit pays that limit, though the fills are at a better price.",
    wire: wallet((one) =>
      one.price > 0 && !isPerp(one) ? -Math.abs(one.price - one.average) * one.asTaker : 0,
    ),
  },
  {
    name: "a-market-order-pays-what-it-did-not-find",
    breaks: ["CLAIM-COLL-02"],
    defect: "What a MARKET order of a binary did not find costs what it would have.",
    wire: wallet((one) =>
      isMarket(one) && !isPerp(one) && one.asTaker > 0 ? -one.average * one.cancelled : 0,
    ),
  },
  {
    name: "a-market-order-of-a-perp-pays-what-it-did-not-find",
    breaks: ["CLAIM-IM-02"],
    defect: "What a MARKET order of a perp did not find keeps its margin earmarked.",
    wire: wallet((one) =>
      isMarket(one) && isPerp(one) && one.asTaker > 0
        ? -(one.average * one.cancelled) / PERP_UNITS
        : 0,
    ),
  },
  {
    name: "a-new-price-reserves-as-the-old",
    breaks: ["CLAIM-COLL-01"],
    defect: "A binary's order that is amended to another price reserves what it did before.",
    wire: wallet((one) =>
      isPerp(one)
        ? 0
        : (collateral(one) - collateral({ ...one, price: one.placedAt })) * one.resting,
    ),
  },
  {
    name: "a-new-price-of-a-perp-reserves-as-the-old",
    breaks: ["CLAIM-IM-01"],
    defect: "A perp's order that is amended to another price reserves what it did before.",
    wire: wallet((one) => (isPerp(one) ? (one.price - one.placedAt) * one.resting : 0)),
  },
  {
    name: "margin-rounded-down",
    breaks: ["CLAIM-IM-01"],
    defect: "The initial margin of a perp is rounded down to a cent.",
    wire: wallet((one) => (isPerp(one) && one.resting > 0 ? 1 : 0)),
  },
  {
    name: "the-smaller-side-takes-no-margin",
    breaks: ["CLAIM-IM-01"],
    defect: "Of a perp's orders on both sides those on the larger side alone earmark their margin.",
    wire: wallet((one) => {
      const notional = one.price * one.resting;
      const { leverage = 1 } = one.asked;
      return isPerp(one) && notional < one.opposed
        ? Math.floor(notional / (Number(leverage) * PERP_UNITS))
        : 0;
    }),
  },
  {
    name: "perp-sells-take-no-margin",
    breaks: ["CLAIM-IM-01"],
    defect: "A resting SELL of a perp earmarks half of its margin; a BUY all of it.",
    wire: wallet((one) =>
      isPerp(one) && one.side === "SELL"
        ? Math.ceil((one.price * one.resting) / (6 * PERP_UNITS))
        : 0,
    ),
  },
  {
    name: "isolated-orders-earmark-their-notional",
    breaks: ["CLAIM-IM-01"],
    defect: "A resting ISOLATED order of a perp earmarks its notional, whatever its leverage.",
    wire: wallet(({ price, resting, asked }) => {
      const left = 1 - 1 / Number(asked["leverage"] ?? 1);
      return asked["margin_mode"] === "ISOLATED"
        ? -Math.floor((left * price * resting) / PERP_UNITS)
        : 0;
    }),
  },
  {
    name: "cancelled-margin-is-kept",
    breaks: ["CLAIM-IM-02"],
    defect: "A cancelled perp order leaves a cent earmarked.",
    wire: wallet((one) => (isPerp(one) && one.cancelled > 0 ? -1 : 0)),
  },
  {
    name: "makers-pay-a-cent",
    breaks: ["CLAIM-FEE-01"],
    // Of one fill alone, its cost is told with its fee.
    alsoBreaks: ["CLAIM-COLL-02"],
    defect: "Who rested pays a cent for each contract that is filled.",
    wire: wallet(({ asMaker }) => -asMaker),
  },
  {
    name: "perp-takers-pay-a-cent",
    breaks: ["CLAIM-FEE-02"],
    defect: "Who arrives pays a cent for each contract on a perp; other kinds are free.",
    wire: wallet((one) => (isPerp(one) ? -one.asTaker : 0)),
  },
  {
    name: "selling-takers-pay-a-cent",
    breaks: ["CLAIM-FEE-02"],
    alsoBreaks: ["CLAIM-COLL-02"],
    defect: "Who arrives with a SELL pays a cent for each contract; a BUY is free.",
    wire: wallet((one) => (one.side === "SELL" ? -one.asTaker : 0)),
  },
  ...settledMutants,
];
