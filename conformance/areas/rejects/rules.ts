/** Rules on reject codes and risk: price, quantity, status, margin, caps, cooldown, leverage. */
import { TIFS } from "../../../scenarios/deployment/vocabulary.ts";
import { ENDED, ORDERS, SIDES } from "../../check/cell.ts";
import { conditional, either, must, open, type Rule } from "../../check/rule.ts";
import { ANY_MARKET, DECLINED, HOLDING, IN_CENTS, ON_BINARIES, ON_PERPS } from "./ranges.ts";
import { COOLDOWN_RULES } from "./rules-cooldown.ts";
import { RULES_OF_KINDS } from "./rules-kinds.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  either(
    "REJ-PRICE-01",
    "A price above the band is refused with PRICE_OUT_OF_RANGE or as validation",
    {
      section: "Behaviour 1",
      over: IN_CENTS,
      decisions: ["D-004"],
      fix:
        "Decline above the band's upper end; never clamp. The agent must not trade at a price " +
        "it did not name.",
    },
  ),
  either(
    "REJ-PRICE-02",
    "A price below the band is refused with PRICE_OUT_OF_RANGE or as validation",
    {
      section: "Behaviour 1",
      over: IN_CENTS,
      decisions: ["D-004"],
      fix:
        "Decline below the band's lower end; never clamp. Check that 0 and negative prices " +
        "meet the same gate.",
    },
  ),
  either(
    "REJ-PRICE-03",
    "An absurd perp price is refused: PRICE_OUT_OF_RANGE, FAT_FINGER or validation",
    {
      section: "Behaviour 1",
      follows: ["REJ-PRICE-01", "REJ-PRICE-02"],
      over: ON_PERPS,
      decisions: ["D-004", "D-062"],
      fix:
        "Apply the band, or a fat-finger threshold, to perps as well. The service must not " +
        "confirm or move a price on the agent's behalf.",
    },
  ),
  open("REJ-PRICE-04", "Whether a price off the tick grid is refused", {
    section: "Order place request",
    decisions: ["D-068"],
  }),
  must("REJ-PRICE-05", "A price at either end of the band is not outside it", {
    section: "Behaviour 1",
    over: DECLINED,
    decisions: ["D-062"],
    fix:
      "Compare with the band's ends included: lowest <= price <= highest. A < for a <= loses the " +
      "two prices that cheap orders use most.",
  }),
  either("REJ-QTY-01", "qty 0 is refused with INVALID_QTY or as validation", {
    section: "Reject codes",
    over: { ...DECLINED, ...HOLDING },
    decisions: ["D-067"],
    fix:
      "Decline 0 with INVALID_QTY, or as malformed. A falsy 0 often falls through to a " +
      "default of 1.",
  }),
  either("REJ-QTY-02", "qty -1 is refused with INVALID_QTY or as validation", {
    section: "Reject codes",
    follows: ["REJ-QTY-01", "TIF-MKT-01"],
    over: DECLINED,
    decisions: ["D-067"],
    fix: "Decline negative quantities. Taking the absolute value trades the wrong way round.",
  }),
  either("REJ-QTY-03", "A qty far beyond any limit is refused", {
    section: "Order place request",
    over: DECLINED,
    decisions: ["D-063", "D-067"],
    fix:
      "Bound qty before arithmetic, and use integers wide enough. Values beyond 32 bits or " +
      "2^53 wrap or lose digits unseen.",
  }),
  either(
    "REJ-CLOSED-01",
    "An order on an EXPIRED market is refused with MARKET_CLOSED (200 REJECTED or 409)",
    {
      section: "States 1",
      over: ORDERS,
      decisions: ["D-006"],
      fix:
        "Check the market's status inside admission, at the moment of the order: a cached list " +
        "of open markets goes stale at expiry.",
    },
  ),
  either(
    "REJ-CLOSED-02",
    "An order on a RESOLVED market is refused with MARKET_CLOSED (200 REJECTED or 409)",
    {
      section: "States 1",
      follows: ["REJ-CLOSED-01"],
      over: ORDERS,
      decisions: ["D-006"],
      fix:
        "Ask whether the status is OPEN, rather than listing states that are closed: RESOLVED " +
        "is easily forgotten.",
    },
  ),
  either(
    "REJ-CLOSED-03",
    "An order on a VOID market is refused with MARKET_CLOSED (200 REJECTED or 409)",
    {
      section: "States 1",
      follows: ["REJ-CLOSED-01", "REJ-CLOSED-02"],
      over: ORDERS,
      decisions: ["D-006"],
      fix:
        "Ask whether the status is OPEN, rather than listing states that are closed: VOID is " +
        "easily forgotten.",
    },
  ),
  must("REJ-CLOSED-04", "An order refused on a closed market shows in no book and no order list", {
    section: "States 1",
    follows: ["REJ-CLOSED-01", "REJ-CLOSED-02", "REJ-CLOSED-03"],
    over: { status: ENDED, ...ORDERS },
    decisions: ["D-006"],
    fix:
      "Decline before the book is touched. An insert ahead of the status check rests in a " +
      "market nobody can leave.",
  }),
  either(
    "REJ-UNK-01",
    "An order on a random market UUID is refused with UNKNOWN_MARKET (200 REJECTED or 404)",
    {
      section: "Reject codes",
      over: { ...ANY_MARKET, tif: TIFS, type: ["MARKET"] },
      decisions: ["D-007"],
      fix:
        "Decline with UNKNOWN_MARKET when the look-up finds nothing. A missing market read as " +
        "one that is not open gives MARKET_CLOSED.",
    },
  ),
  conditional(
    "REJ-UNK-02",
    "An UNKNOWN_MARKET result with status 200 echoes the requested market_id",
    {
      section: "OrderPlaceResult",
      follows: ["RES-SHAPE-03"],
      over: ANY_MARKET,
      decisions: ["D-007"],
      fix:
        "Copy market_id from the request into the decline: there is no market record to take " +
        "it from.",
    },
  ),
  either(
    "REJ-MARGIN-01",
    "An order beyond free cash is refused: INSUFFICIENT_MARGIN, POSITION_CAP or FAT_FINGER",
    {
      section: "Reject codes",
      follows: ["TIF-MKT-01", "ORD-FIELD-27"],
      over: DECLINED,
      decisions: ["D-070"],
      fix:
        "Before matching, compare what the whole order needs with cash less what positions and " +
        "orders hold, for every type and tif; what is held pays for nothing else. Decline it whole: " +
        "cut to what fits it is another order. How much is needed is yours to choose.",
    },
  ),
  open("REJ-CAP-01", "Whether POSITION_CAP is met, and at what position", {
    section: "Reject codes",
    decisions: ["D-063"],
  }),
  ...COOLDOWN_RULES,
  must("REJ-RO-01", "reduce_only from flat is REJECTED with REDUCE_ONLY_VIOLATION", {
    section: "Reject codes",
    follows: ["TIF-MKT-01"],
    over: DECLINED,
    fix:
      "Decline reduce_only with REDUCE_ONLY_VIOLATION when the position is flat. A missing " +
      "position record must count as zero, not skip the gate.",
  }),
  must(
    "REJ-RO-02",
    "reduce_only in the direction of the position is REJECTED with REDUCE_ONLY_VIOLATION",
    {
      section: "Reject codes",
      follows: ["REJ-RO-01"],
      over: HOLDING,
      fix:
        "Compare the signs: a BUY reduces a short, a SELL a long. The same direction is " +
        "REDUCE_ONLY_VIOLATION.",
    },
  ),
  must("REJ-RO-03", "reduce_only against the position, and not larger, is accepted", {
    section: "Order place request",
    over: HOLDING,
    fix:
      "Accept what shrinks the position. A sign turned round in the comparison declines " +
      "exactly the good ones.",
  }),
  must("REJ-RO-04", "reduce_only larger than the position never flips or grows it", {
    section: "Order place request",
    follows: ["REJ-RO-02"],
    over: HOLDING,
    decisions: ["D-072"],
    fix:
      "Trim the order to the position, or decline it, and check again at each fill. The " +
      "position may have shrunk since the order was accepted.",
  }),
  either(
    "REJ-RO-05",
    "reduce_only larger than the position is trimmed or refused within the allowed set",
    {
      section: "Order place request",
      follows: ["REJ-RO-04"],
      over: HOLDING,
      decisions: ["D-072"],
      fix:
        "Decline with REDUCE_ONLY_VIOLATION, or accept and trim. INVALID_QTY says that the " +
        "number itself was bad.",
    },
  ),
  must("REJ-RO-06", "A resting reduce_only order whose position has gone cannot open a new one", {
    section: "Order place request",
    follows: ["REJ-RO-01", "REJ-RO-02"],
    over: HOLDING,
    decisions: ["D-073"],
    fix:
      "When a position shrinks, cancel or cut its resting reduce_only orders in the same " +
      "step, before anybody can trade with them.",
  }),
  must(
    "REJ-REF-01",
    "A MARKET order where no mark price exists is refused with NO_REFERENCE_PRICE",
    {
      section: "Reject codes",
      follows: ["TIF-MKT-03", "TIF-MKT-04", "TIF-MKT-05"],
      over: { ...DECLINED, ...HOLDING },
      decisions: ["D-071"],
      fix:
        "Decline a MARKET order with NO_REFERENCE_PRICE while no mark or index exists. A last " +
        "known price kept without an age stands in for it unseen.",
    },
  ),
  must(
    "REJ-REF-02",
    "A MARKET order against the empty side of a market with a mark: MARKET_NO_LIQUIDITY",
    {
      section: "Reject codes",
      follows: ["TIF-MKT-02"],
      over: { ...DECLINED, ...HOLDING },
      decisions: ["D-023", "D-071"],
      fix:
        "Decline with NO_REFERENCE_PRICE for want of a mark or an index alone, never for want of " +
        "orders: a touch or a mid is no mark.",
    },
  ),
  ...RULES_OF_KINDS,
  must("REJ-SLIP-01", "slippage_cap_bps on a binary is refused, whatever the code", {
    section: "Behaviour 6",
    over: { ...ON_BINARIES, position: ["flat", "long", "short"] },
    decisions: ["D-066"],
    fix:
      "Refuse slippage_cap_bps on a binary. Ignoring it leaves a MARKET order without the " +
      "protection its sender counts on.",
  }),
  open("REJ-SLIP-02", "What slippage_cap_cents on a perp, caps on LIMIT and negative caps do", {
    section: "(silent)",
    decisions: ["D-066"],
  }),
  must(
    "REJ-SHAPE-01",
    "Every decline with status 200 is an OrderPlaceResult, not an error envelope",
    {
      section: "Errors",
      decisions: ["D-001"],
      fix:
        "Build every 200 through the one type of result. An envelope with status 200 comes " +
        "from an error handler that changes the status only.",
    },
  ),
  open("REJ-VOCAB-01", "reject_reason values seen outside the spec's table", {
    section: "Reject codes",
    decisions: ["D-160"],
  }),
  must("REJ-MARGIN-03", "Resting orders whose sum exceeds the free cash are not all accepted", {
    section: "Reject codes",
    follows: ["REJ-MARGIN-01", "OAPI-ALL-02"],
    over: DECLINED,
    decisions: ["D-070", "D-074"],
    fix:
      "Take out of free cash what a resting order may come to cost, on either side and in every " +
      "kind of market, and give it back on cancel.",
  }),
  must("REJ-MM-03", "margin_mode with a position open is ignored or declined", {
    section: "Order place request",
    over: { ...HOLDING, side: SIDES, kind: ["BTC_PERP"] },
    decisions: ["D-079"],
    fix:
      "Read margin_mode when an order opens from flat, and then only. A position must not change " +
      "its mode under orders that rest.",
  }),
  conditional("REJ-CLOSED-05", "An order of a market that has closed cannot be amended", {
    section: "States 1",
    over: { status: ENDED, ...ORDERS },
    decisions: ["D-006", "D-030"],
    fix:
      "Ask for the market's status in amendments as in new orders: a changed order is a new " +
      "one to the book.",
  }),
  conditional("REJ-CLOSED-06", "A ladder in a market that is not OPEN places nothing", {
    section: "States 1",
    follows: ["REJ-CLOSED-01", "REJ-CLOSED-02", "REJ-CLOSED-03"],
    over: { status: ENDED, ...ORDERS },
    decisions: ["D-006", "D-031"],
    fix:
      "Send every rung of a ladder through the admission of single orders. A path of its own " +
      "forgets the market's status.",
  }),
];
