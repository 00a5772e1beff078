/** Venues whose settlement pays otherwise than they claim: what the wallet tells is changed. */
import type { Mutant } from "../../interposer/mutant.ts";
import { collateral, ended, filled, isParlay, isPerp, PAYOUT, wallet } from "./wallet-shown.ts";

/** Known-bad venues of settlement. */
export const settledMutants: readonly Mutant[] = [
  {
    name: "yes-pays-a-cent-less",
    breaks: ["CLAIM-PAY-01"],
    defect: "A contract that resolved YES pays 99 cents.",
    wire: wallet((one) =>
      one.side === "BUY" ? -ended(one, { status: "RESOLVED", resolution: "YES" }) : 0,
    ),
  },
  {
    name: "no-pays-the-price-to-who-was-long",
    breaks: ["CLAIM-PAY-02"],
    defect: "A contract that resolved NO gives who was long half of the price back.",
    wire: wallet((one) =>
      one.side === "BUY" ? one.price * ended(one, { status: "RESOLVED", resolution: "NO" }) : 0,
    ),
  },
  {
    name: "parlays-pay-nothing-on-no",
    breaks: ["CLAIM-PAY-02"],
    defect: "A parlay that resolved NO pays who was short nothing; a binary does.",
    wire: wallet((one) =>
      isParlay(one) && one.side === "SELL"
        ? -PAYOUT * ended(one, { status: "RESOLVED", resolution: "NO" })
        : 0,
    ),
  },
  {
    name: "void-refunds-the-last-price",
    breaks: ["CLAIM-PAY-03"],
    defect: "VOID gives back what contracts cost in the last trade, not what was paid for them.",
    wire: wallet((one) => {
      const more = one.side === "BUY" ? one.last - one.average : one.average - one.last;
      return more * ended(one, { status: "VOID" });
    }),
  },
  {
    name: "void-halves-the-payout",
    breaks: ["CLAIM-PAY-03"],
    defect: "VOID pays both sides half of the payout, whatever they put in.",
    wire: wallet((one) => (PAYOUT / 2 - collateral(one)) * ended(one, { status: "VOID" })),
  },
  {
    name: "void-after-expiry-gives-nothing-back",
    breaks: ["CLAIM-PAY-03"],
    defect: "VOID gives back what was paid where the market was open, and nothing once it expired.",
    wire: wallet((one) => {
      const paid = collateral({ ...one, price: one.average });
      return one.expired
        ? (one.closes ? PAYOUT - paid : -paid) * ended(one, { status: "VOID" })
        : 0;
    }),
  },
  {
    name: "void-gives-closed-contracts-back-too",
    breaks: ["CLAIM-PAY-03"],
    defect: "VOID gives back what contracts cost that were closed before and paid out by that.",
    wire: wallet((one) =>
      one.closes ? (PAYOUT - collateral(one)) * ended(one, { status: "VOID" }) : 0,
    ),
  },
  {
    name: "settlement-pays-closed-contracts-too",
    breaks: ["CLAIM-PAY-01"],
    defect: "A contract that resolved YES pays who bought it, though it was sold again before.",
    wire: wallet((one) =>
      one.closes && one.side === "SELL"
        ? PAYOUT * ended(one, { status: "RESOLVED", resolution: "YES" })
        : 0,
    ),
  },
  {
    name: "what-a-holder-had-resting-stays-reserved",
    breaks: ["CLAIM-PAY-01"],
    defect: "Where a market resolves YES, orders of who holds contracts there stay reserved.",
    wire: wallet((one) =>
      one.held !== 0 && one.stays && !isPerp(one) && one.market["resolution"] === "YES"
        ? -collateral(one) * one.cancelled
        : 0,
    ),
  },
  {
    name: "void-gives-back-what-a-turn-closed",
    breaks: ["CLAIM-PAY-03"],
    defect: "VOID gives back the whole of an order that turned a position round, its closing too.",
    wire: wallet((one) => {
      const turned = Math.abs(one.before);
      const isTurn = one.before > 0 === (one.side === "SELL") && filled(one) > turned;
      const isVoid = ended(one, { status: "VOID" }) > 0;
      return isTurn && isVoid ? collateral({ ...one, price: one.average }) * turned : 0;
    }),
  },
];
