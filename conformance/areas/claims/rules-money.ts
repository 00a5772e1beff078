/** Rules on what a venue claims of cash: collateral, margin, fees, payout. */
import { claimed, type Rule } from "../../check/rule.ts";
import { COLLATERALIZED, MARKETS, PERPS } from "./ranges.ts";

const COLLATERAL = {
  claim: "full_collateral",
  over: COLLATERALIZED,
  section: "What the service does",
  decisions: ["D-074"],
} as const;
const MARGIN = {
  claim: "initial_margin",
  over: PERPS,
  section: "(silent)",
  decisions: ["D-075"],
} as const;
const FEES = { claim: "fees", over: MARKETS, section: "(silent)" } as const;
const PAYOUT = {
  claim: "payout",
  over: COLLATERALIZED,
  section: "(silent)",
  decisions: ["D-078"],
} as const;

/** The claims about money, in their order. */
export const moneyRules: readonly Rule[] = [
  claimed(
    "CLAIM-COLL-01",
    "A resting BUY takes price x qty of free cash, a SELL (payout - price) x qty",
    {
      follows: ["ACC-ISO-01"],
      ...COLLATERAL,
      fix:
        "Reserve what the order can lose, on both sides: the price for a BUY, the payout " +
        "minus the price for a SELL, for every contract that rests.",
    },
  ),
  claimed("CLAIM-COLL-02", "A fill takes just what its contracts had to reserve", {
    follows: ["CLAIM-COLL-01"],
    ...COLLATERAL,
    fix:
      "Turn the reserve of the filled contracts into their cost at the price of the fill. " +
      "What rests of the order stays reserved, no more and no less.",
  }),
  claimed("CLAIM-COLL-03", "A cancel gives back the collateral of all that was still resting", {
    follows: ["OAPI-CXL-02", "OAPI-CXL-04", "CLAIM-COLL-01", "CLAIM-COLL-02", "CLAIM-SELF-01"],
    ...COLLATERAL,
    fix:
      "Release the reserve of the remaining quantity in the same step as the cancel, also " +
      "where a part of the order was filled before.",
  }),
  claimed("CLAIM-COLL-04", "A fill at a better price than the limit costs that price", {
    follows: ["MATCH-SWEEP-01", "CLAIM-COLL-01", "CLAIM-COLL-02"],
    ...COLLATERAL,
    fix:
      "Give back what the limit had reserved beyond the price of the fill, on both sides: the " +
      "reserve is taken by the limit, the cost by the trade.",
  }),
  claimed(
    "CLAIM-COLL-05",
    "An order rests as long as free cash covers its collateral, and no contract beyond",
    {
      follows: ["CLAIM-COLL-01", "REJ-MARGIN-01"],
      ...COLLATERAL,
      fix:
        "Decline with INSUFFICIENT_MARGIN where the collateral is above the free cash, to the " +
        "cent. A buffer in the comparison lends cash, or keeps some of it from its owner.",
    },
  ),
  claimed(
    "CLAIM-IM-01",
    "A resting perp order takes notional / leverage, rounded up, of free cash",
    {
      // What is reserved is reserved alike: a perp by its margin, all else by its collateral. A
      // leverage that nobody reads is refused at no height either.
      follows: ["ACC-ISO-01", "CLAIM-COLL-01", "CLAIM-COLL-02", "REJ-LEV-02"],
      ...MARGIN,
      fix:
        "Multiply price, quantity and the contract's multiplier, divide once by the leverage " +
        "and round the result up to a cent, for SELL as for BUY.",
    },
  ),
  claimed("CLAIM-IM-02", "A cancelled perp order gives its initial margin back", {
    follows: ["OAPI-CXL-02", "OAPI-CXL-04", "CLAIM-IM-01", "CLAIM-COLL-02", "CLAIM-COLL-03"],
    ...MARGIN,
    fix:
      "Release what was earmarked with the very number that was reserved: a margin computed " +
      "anew from a mark that has moved leaves a part behind.",
  }),
  claimed("CLAIM-FEE-01", "Who rested pays the claimed maker fee of each fill, and nothing else", {
    follows: ["CLAIM-COLL-02"],
    ...FEES,
    fix:
      "Charge the maker by maker_bps of its notional, or nothing. A difference by side or " +
      "kind comes from a fee that is charged with the cost of one side only.",
  }),
  claimed("CLAIM-FEE-02", "Who arrived pays the claimed taker fee of each fill, and nothing else", {
    follows: ["CLAIM-COLL-02"],
    ...FEES,
    fix:
      "Charge the taker by taker_bps of its notional, or nothing, whether the fill opens a " +
      "position or closes one.",
  }),
  claimed(
    "CLAIM-PAY-01",
    "YES pays the claimed payout for each contract to who is long, nothing to who is short",
    {
      follows: ["CLAIM-COLL-02", "CLAIM-COLL-03", "CLAIM-FEE-01", "CLAIM-FEE-02"],
      ...PAYOUT,
      fix:
        "Pay payout times contracts to long positions when a market resolves YES, into free " +
        "cash, for binaries and parlays.",
    },
  ),
  claimed(
    "CLAIM-PAY-02",
    "NO pays the claimed payout for each contract to who is short, nothing to who is long",
    {
      follows: ["CLAIM-PAY-01", "CLAIM-COLL-02", "CLAIM-COLL-03", "CLAIM-FEE-01", "CLAIM-FEE-02"],
      ...PAYOUT,
      fix:
        "Pay payout times contracts to short positions when a market resolves NO: they had " +
        "put in the payout minus the price.",
    },
  ),
  claimed("CLAIM-PAY-03", "VOID gives both sides back what they paid", {
    follows: ["CLAIM-PAY-01", "CLAIM-COLL-02", "CLAIM-COLL-03", "CLAIM-FEE-01", "CLAIM-FEE-02"],
    ...PAYOUT,
    fix:
      "Give back the entry cost: the price to who is long, the payout minus the price to " +
      "who is short. A payout halved between them is another rule.",
  }),
];
