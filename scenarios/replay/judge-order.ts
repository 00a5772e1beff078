/** Judges the answer to an order: its fate first, then its quantities; the carrier comes last. */

import { COOLDOWN, isDocumented } from "../decisions/decline-codes.ts";
import { httpOf, sameDecline, statusesOf } from "../decisions/forms.ts";
import { decision } from "../decisions/index.ts";
import { objectOf, type PlaceResponse } from "../deployment/reading/order.ts";
import { ZERO_UUID } from "../deployment/wire/uuid.ts";
import { allowed, different, inconclusive, type ReplayJudgement, turned } from "./judgement.ts";

/** Two answers to one order, and whether its client id was sent before. */
export interface PlacedPair {
  recorded: PlaceResponse;
  live: PlaceResponse;
  isReplay: boolean;
  /** Both are about the same order, or could. */
  sameOrder: boolean;
}

const INPUT = statusesOf("D-013");
const CONFLICT = statusesOf("D-044");
/** 429 and 503 are of the venue, and judged before. */
const BUSY = statusesOf("D-045").filter((status) => status < 429);

/** Names a decision in a sentence. Errors: throws for an id that is none. */
const by = (id: string) => `(${decision(id).id})`;

/** Shape: null where nothing but form differs. */
export function judgementOnPlaced(pair: PlacedPair): ReplayJudgement | null {
  const { recorded, live } = pair;
  if (live.reason === COOLDOWN && recorded.reason !== live.reason) {
    return inconclusive("the target cools this agent down after its declines");
  }
  return JUDGES[`${recorded.fate} ${live.fate}`]!(pair);
}

const JUDGES: Readonly<Record<string, (pair: PlacedPair) => ReplayJudgement | null>> = {
  "accepted accepted": bothAccepted,
  "declined declined": bothDeclined,
  "refused refused": bothRefused,
  "accepted declined": acceptedThenDeclined,
  "accepted refused": acceptedThenRefused,
  "declined accepted": declinedThenAccepted,
  "declined refused": ({ recorded, live }) =>
    otherForm(recorded, live.httpStatus) ?? unlike(recorded, live),
  "refused declined": ({ recorded, live }) =>
    otherForm(live, recorded.httpStatus) ?? unlike(recorded, live),
  "refused accepted": refusedThenAccepted,
};

function bothAccepted(pair: PlacedPair): ReplayJudgement | null {
  const { recorded, live, isReplay } = pair;
  if (!pair.sameOrder || live.orderId === ZERO_UUID) {
    return different("an order_id that stands for another order");
  }
  if (isReplay) return replayed(recorded, live);
  if (live.httpStatus !== recorded.httpStatus) {
    return different(`HTTP ${live.httpStatus} for an accepted order`);
  }
  return quantities(recorded, live) ?? statuses(recorded, live) ?? fills(recorded, live);
}

/** The original answer, or the state of the order by now (D-040, D-041). */
function replayed(recorded: PlaceResponse, live: PlaceResponse): ReplayJudgement | null {
  const isOld = quantities(recorded, live) === null && recorded.status === live.status;
  if (!isOld) return allowed(`a replay is told with the state of the order by now ${by("D-040")}`);
  return recorded.httpStatus === live.httpStatus
    ? null
    : allowed(`a replay is answered ${live.httpStatus} ${by("D-041")}`);
}

function quantities(recorded: PlaceResponse, live: PlaceResponse): ReplayJudgement | null {
  if (recorded.filledQty !== live.filledQty) {
    return different(`filled ${live.filledQty} instead of ${recorded.filledQty}`);
  }
  if (recorded.remainingQty !== live.remainingQty) {
    return different(`remaining ${live.remainingQty} instead of ${recorded.remainingQty}`);
  }
  return null;
}

function statuses(recorded: PlaceResponse, live: PlaceResponse): ReplayJudgement | null {
  if (recorded.status === live.status) return null;
  const isCut = recorded.remainingQty === 0 && (recorded.filledQty ?? 0) > 0;
  const cuts = ["CANCELLED", "PARTIAL", "FILLED"];
  const isWhole = recorded.filledQty === recorded.sent["qty"];
  if (isCut && !isWhole && cuts.includes(recorded.status ?? "") && cuts.includes(live.status ?? ""))
    return allowed(`an order cut off is ${live.status} ${by("D-021")}`);
  return different(`status ${live.status} instead of ${recorded.status}`);
}

/** Members of a fill are not shown; where price and qty are readable they count (D-034). */
function fills(recorded: PlaceResponse, live: PlaceResponse): ReplayJudgement | null {
  const [then, now] = [recorded, live].map(({ fills }) =>
    (fills ?? []).map(objectOf).map(({ price, qty }) => `${price} x ${qty}`),
  );
  const readable = !now!.some((fill) => fill.includes("undefined"));
  if (readable && then!.sort().join() !== now!.sort().join()) {
    return different(`fills ${now!.join(", ")} instead of ${then!.join(", ")}`);
  }
  if ((then!.length === 0) !== (now!.length === 0)) return different("fills where there were none");
  const [before, average] = [recorded.avgPrice, live.avgPrice];
  if (before === average || (before ?? 0) * 100 === average) return null;
  return different(`an average price of ${average} instead of ${before}`);
}

function bothDeclined({ recorded, live, isReplay }: PlacedPair): ReplayJudgement | null {
  const leaves = [live.filledQty, live.remainingQty, (live.fills ?? []).length];
  const hasId = live.orderId !== null && live.orderId !== ZERO_UUID;
  if (hasId && recorded.orderId === ZERO_UUID) return different("a declined order has an id");
  if (leaves.some((qty) => qty)) return different("a declined order has filled or rests");
  if (!live.reason) return different("a decline without a reason");
  if (!statusesOf("D-001").includes(live.httpStatus)) return different(`HTTP ${live.httpStatus}`);
  if (recorded.reason === live.reason) {
    if (recorded.httpStatus === live.httpStatus) return null;
    return allowed(`a decline is answered ${live.httpStatus} ${by("D-001")}`);
  }
  const same = isReplay || sameDecline(recorded.reason ?? "", live.reason);
  if (same) return allowed(`declined with ${live.reason} instead of ${recorded.reason}`);
  return different(`declined with ${live.reason} instead of ${recorded.reason}`);
}

function bothRefused({ recorded, live }: PlacedPair): ReplayJudgement | null {
  const [then, now] = [recorded.httpStatus, live.httpStatus];
  if (then === now) return null;
  const groups = [INPUT, CONFLICT];
  const isStale = "timestamp_ms" in recorded.sent && httpOf("").includes(now);
  if (isStale || groups.some((group) => group.includes(then) && group.includes(now))) {
    return allowed(`refused with ${now} instead of ${then}`);
  }
  return unlike(recorded, live);
}

/** A decline, and the HTTP status by which the same may be said. */
function otherForm(declined: PlaceResponse, httpStatus: number): ReplayJudgement | null {
  const reason = declined.reason ?? "";
  return httpOf(reason).includes(httpStatus)
    ? allowed(`${reason} is told as HTTP ${httpStatus}, or the other way`)
    : null;
}

function acceptedThenDeclined({ recorded, live, isReplay }: PlacedPair): ReplayJudgement {
  const inVain = recorded.status === "CANCELLED" && recorded.filledQty === 0;
  if (inVain) {
    return turned(`an order without a match is declined with ${live.reason} ${by("D-022")}`);
  }
  if (isOddMarket(recorded.sent) && live.reason === "FOK_NOT_FILLABLE") {
    return turned(`FOK is honoured on a MARKET order ${by("D-024")}`);
  }
  if (/SELF|WASH/.test(live.reason ?? "")) {
    return turned(`an order that would meet its own agent's is declined ${by("D-027")}`);
  }
  if (isReplay && !isDocumented(live.reason)) {
    return allowed(`a client_order_id sent again is declined with ${live.reason} ${by("D-044")}`);
  }
  return unlike(recorded, live);
}

function acceptedThenRefused({ recorded, live, isReplay }: PlacedPair): ReplayJudgement {
  if (isReplay && BUSY.includes(live.httpStatus)) {
    return allowed(`a repeated order is answered ${live.httpStatus} ${by("D-045")}`);
  }
  if (isOddMarket(recorded.sent) && INPUT.includes(live.httpStatus)) {
    return turned(`the tif of a MARKET order is refused ${by("D-024")}`);
  }
  return unlike(recorded, live);
}

function declinedThenAccepted({ recorded, live }: PlacedPair): ReplayJudgement {
  const { sent, reason } = recorded;
  const placed = (live.filledQty ?? 0) + (live.remainingQty ?? 0);
  if (reason === "REDUCE_ONLY_VIOLATION" && placed > 0 && placed < Number(sent["qty"])) {
    return turned(`a reduce_only order is cut to the position ${by("D-072")}`);
  }
  if (isOddMarket(sent) && reason === "FOK_NOT_FILLABLE" && live.remainingQty === 0) {
    return turned(`the tif of a MARKET order is ignored ${by("D-024")}`);
  }
  const isVain = live.filledQty === 0 && live.remainingQty === 0 && live.status === "CANCELLED";
  if (isVain && !isDocumented(reason)) {
    return turned(`an order without a match is cancelled ${by("D-022")}`);
  }
  return unlike(recorded, live);
}

function refusedThenAccepted({ recorded, live, isReplay, sameOrder }: PlacedPair): ReplayJudgement {
  if (isReplay && sameOrder) {
    return allowed(`a client_order_id sent again tells of the first order ${by("D-044")}`);
  }
  if (INPUT.includes(recorded.httpStatus) && isLenient(recorded.sent)) {
    return turned(`a value is taken for what it means ${by("D-010")}`);
  }
  if (isOddMarket(recorded.sent) && live.remainingQty === 0) {
    return turned(`the tif of a MARKET order is ignored ${by("D-024")}`);
  }
  return unlike(recorded, live);
}

/** A MARKET order that asks for another time in force than the one it behaves by. */
function isOddMarket({ type, tif = "IOC" }: Record<string, unknown>): boolean {
  return type === "MARKET" && tif !== "IOC";
}

/** Values that a lenient parser may take: true for one, words in lower case. */
function isLenient(order: Record<string, unknown>): boolean {
  const numbers = [order["qty"], order["price"]].includes(true);
  const words = [order["side"], order["type"], order["tif"]].some(
    (value) => typeof value === "string" && value !== value.toUpperCase(),
  );
  return numbers || words;
}

function unlike(recorded: PlaceResponse, live: PlaceResponse): ReplayJudgement {
  return different(`${gist(live)} instead of ${gist(recorded)}`);
}

function gist({ fate, httpStatus, status, reason }: PlaceResponse): string {
  const what = fate === "refused" ? `HTTP ${httpStatus}` : `HTTP ${httpStatus} ${status}`;
  return reason === null ? what : `${what} ${reason}`;
}
