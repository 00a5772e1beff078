/** Demands on the answer to POST /orders. */
import { isDocumented } from "../../scenarios/decisions/decline-codes.ts";
import { statusesOf, TOO_MUCH_FOR_AGENT } from "../../scenarios/decisions/forms.ts";
import { codeOf, objectOf, type PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../scenarios/deployment/stops.ts";
import { ZERO_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import { allOf, anyOf, type Expectation, odd, ownedBy, that } from "../check/expectation.ts";

/** How an answer reads in a report: status, and what decides its fate. */
function gist(placed: PlaceResponse): string {
  const reason = placed.reason === null ? "" : ` ${placed.reason}`;
  const quantities = `filled ${placed.filledQty}, remaining ${placed.remainingQty}`;
  return placed.fate === "refused"
    ? `HTTP ${placed.httpStatus}${reason}`
    : `HTTP ${placed.httpStatus} ${placed.status}${reason}, ${quantities}`;
}

/** What became of an order, free of ids and quantities: fit to be observed in an open place. */
export function outcomeOf(placed: PlaceResponse): string {
  const what = placed.fate === "refused" ? "" : ` ${placed.status}`;
  return `HTTP ${placed.httpStatus}${what}${placed.reason === null ? "" : ` ${placed.reason}`}`;
}

/** An order answer for which `holds`, shown by its gist. */
export function placedThat(
  says: string,
  holds: (placed: PlaceResponse) => boolean,
): Expectation<PlaceResponse> {
  return that(says, holds, gist);
}

/** In the ledger: a success status and a result that is not REJECTED. */
export const accepted = placedThat("the order accepted", (placed) => placed.fate === "accepted");

/** Declined, or refused in any form. */
export const notTaken = placedThat("the order not accepted", ({ fate }) => fate !== "accepted");

/** Accepted and resting in full. Spec: States 3. */
export const resting = placedThat(
  "NEW with filled 0 and remaining = qty",
  (placed) =>
    placed.status === "NEW" && placed.filledQty === 0 && placed.remainingQty === placed.sent["qty"],
);

/** Filled in full at once. Spec: States 3. */
export const filledWhole = placedThat(
  "FILLED with filled = qty and remaining 0",
  (placed) =>
    placed.status === "FILLED" &&
    placed.filledQty === placed.sent["qty"] &&
    placed.remainingQty === 0,
);

/** Exactly this much filled at once, whatever the status. Units: contracts. */
export function filled(qty: number): Expectation<PlaceResponse> {
  return placedThat(`filled ${qty}`, (placed) => placed.filledQty === qty);
}

/** Nothing left to rest. */
export const nothingRemains = placedThat("remaining 0", (placed) => placed.remainingQty === 0);

/** The same where it is another rule that the answer tells the truth of what rests. */
export const nothingToldToRemain = onlyWhere(
  ({ fate }) => fate === "accepted",
  ownedBy("RES-STATE-05", nothingRemains),
);

/** Order status is one of these. */
export function statusIs(...statuses: string[]): Expectation<PlaceResponse> {
  return anyOf(
    ...statuses.map((status) =>
      placedThat(`status ${status}`, (placed) => placed.status === status),
    ),
  );
}

/** An engine decline: status REJECTED with one of these reasons, or with any when none is given. */
export function declined(...reasons: string[]): Expectation<PlaceResponse> {
  if (reasons.length === 0) return declineOf("any reason", () => true);
  return anyOf(...reasons.map((reason) => declineOf(reason, (given) => given === reason)));
}

/**
 * That a decline is a result with a status of success (D-001), and that it has a reason, are rules
 * of their own: a decline sent as an error, by its code, or for no reason is one all the same.
 */
function declineOf(
  says: string,
  holds: (reason: string | null) => boolean,
): Expectation<PlaceResponse> {
  const isSuch = placedThat(
    `REJECTED with ${says}`,
    (placed) => isDecline(placed) && (!placed.reason || holds(placed.reason)),
  );
  const demand = allOf(
    isSuch,
    onlyWhere(isDecline, ownedBy("RES-HTTP-02", declineResult)),
    onlyWhere(({ fate }) => fate === "declined", ownedBy("RES-SHAPE-11", reasonGiven)),
  );
  return { ...demand, says: isSuch.says };
}

/** Whether the engine declined an order, in whatever form that is told. */
function isDecline({ fate, reason }: PlaceResponse): boolean {
  return fate === "declined" || (fate === "refused" && isDocumented(reason));
}

/** Says why. */
export const reasonGiven = placedThat("a non-empty reject_reason", ({ reason }) => Boolean(reason));

/** Demanded of some orders alone. */
function onlyWhere(
  holds: (placed: PlaceResponse) => boolean,
  demand: Expectation<PlaceResponse>,
): Expectation<PlaceResponse> {
  const judge = (placed: PlaceResponse) =>
    holds(placed) ? demand.judge(placed) : ({ ok: true } as const);
  return { says: demand.says, judge };
}

const declineResult = anyOf(
  ...statusesOf("D-001").map((status) =>
    placedThat(
      `a result with HTTP ${status}`,
      ({ httpStatus, fate }) => fate === "declined" && httpStatus === status,
    ),
  ),
);

/** An error envelope with this status; its code must be `code` or is odd (D-006, D-007). */
export function envelope(status: number, code: string): Expectation<PlaceResponse> {
  const at = (placed: PlaceResponse) => placed.httpStatus === status;
  return anyOf(
    placedThat(`HTTP ${status} with code ${code}`, (p) => at(p) && p.reason === code),
    odd(
      placedThat(`HTTP ${status} with another code`, at),
      `HTTP ${status} is a documented form, but its code is not ${code}`,
    ),
  );
}

/** Either status of a malformed body (D-002), whatever its shape. */
export const badRequest: Expectation<PlaceResponse> = anyOf(
  ...statusesOf("D-002").map((status) =>
    placedThat(`HTTP ${status}`, ({ httpStatus }) => httpStatus === status),
  ),
);

/** A validation refusal: 400 or 422, flat with VALIDATION_ERROR or a detail array (D-002, D-003). */
export const validation: Expectation<PlaceResponse> = anyOf(
  ...statusesOf("D-002").flatMap((status) => [
    placedThat(
      `HTTP ${status} with VALIDATION_ERROR`,
      (placed) =>
        placed.httpStatus === status &&
        codeOf(placed.exchange.response?.body) === "VALIDATION_ERROR",
    ),
    placedThat(
      `HTTP ${status} with a detail array`,
      (placed) =>
        placed.httpStatus === status &&
        Array.isArray(objectOf(placed.exchange.response?.body)["detail"]),
    ),
  ]),
);

/** INVALID_LEVERAGE in any documented form (D-008). */
export const invalidLeverage: Expectation<PlaceResponse> = anyOf(
  declined("INVALID_LEVERAGE"),
  placedThat(
    "HTTP 422 with INVALID_LEVERAGE",
    (placed) => placed.httpStatus === 422 && placed.reason === "INVALID_LEVERAGE",
  ),
  odd(
    placedThat(
      "HTTP 422 with a detail array",
      (placed) =>
        placed.httpStatus === 422 &&
        Array.isArray(objectOf(placed.exchange.response?.body)["detail"]),
    ),
    "the code INVALID_LEVERAGE is lost in a detail array",
  ),
);

const AUTHORISATION = new Set([...statusesOf("D-130"), 429]);

/** Any refusal of the request itself: HTTP 4xx (not about credentials or limits), or REJECTED. */
export const anyRefusal: Expectation<PlaceResponse> = anyOf(
  declined(),
  placedThat(
    "HTTP 4xx",
    (placed) =>
      placed.httpStatus >= 400 && placed.httpStatus < 500 && !AUTHORISATION.has(placed.httpStatus),
  ),
);

const noIdOfItsOwn = that<PlaceResponse>(
  "no order id but the zero UUID",
  (placed) => placed.orderId === null || placed.orderId === ZERO_UUID,
  (placed) => `order_id ${placed.orderId}`,
);

/** Has no order id of its own: the zero UUID, or none at all (H-10). What a decline says is a rule's own. */
export const noOrderId: Expectation<PlaceResponse> = {
  says: noIdOfItsOwn.says,
  judge: (placed) =>
    placed.fate === "declined"
      ? ownedBy("RES-STATE-04", noIdOfItsOwn).judge(placed)
      : noIdOfItsOwn.judge(placed),
};

/** Whether a result is of the market that was asked for. Spec: OrderPlaceResult. */
export function echoesMarket({ result, sent }: PlaceResponse): boolean {
  return String(result["market_id"]).toLowerCase() === String(sent["market_id"]).toLowerCase();
}

const REQUIRED = ["order_id", "market_id", "status", "filled_qty", "remaining_qty", "fills"];

/** All that a result has to have. Spec: OrderPlaceResult. */
export const wholeResult: Expectation<PlaceResponse> = {
  says: `the members ${REQUIRED.join(", ")}`,
  judge: ({ result }) => {
    const missing = REQUIRED.filter((member) => (result[member] ?? null) === null);
    return missing.length === 0
      ? { ok: true }
      : { ok: false, actual: `a result without ${missing.join(", ")}` };
  },
};

/** The same order as an earlier answer. Spec: Behaviour 2. */
export function sameOrderAs(first: PlaceResponse): Expectation<PlaceResponse> {
  return that(
    "the order_id of the first answer",
    (placed) => placed.orderId !== null && placed.orderId === first.orderId,
    (placed) => (placed.orderId === null ? gist(placed) : `another order_id, ${gist(placed)}`),
  );
}

/** Another order than an earlier answer's. Spec: Behaviour 2, "the same agent". */
export function anotherOrderThan(first: PlaceResponse): Expectation<PlaceResponse> {
  const own = that<PlaceResponse>(
    "an order_id of its own",
    (placed) => placed.orderId !== first.orderId,
    () => "the order_id of the first answer",
  );
  return allOf(accepted, own);
}

/** Speaks of no order but the first: its id, the zero UUID or none at all (H-10, D-044). */
export function noOrderBut(first: PlaceResponse): Expectation<PlaceResponse> {
  return placedThat(
    "no order_id but the first order's",
    ({ orderId }) => orderId === null || orderId === ZERO_UUID || orderId === first.orderId,
  );
}

/** The answer to an order. Errors: Missing where its size was declined, or that of what is held. */
export function notTooLarge(placed: PlaceResponse): PlaceResponse {
  if (!TOO_MUCH_FOR_AGENT.includes(placed.reason)) return placed;
  throw new Missing(`did not arise: ${placed.reason} for a qty of ${placed.sent["qty"]}`);
}

/** No contract changed hands, whatever else the answer says. */
export const noFill = placedThat(
  "no fill",
  ({ filledQty, fills }) => !filledQty && (fills ?? []).length === 0,
);

/** Filled in part at once, the rest resting. Units: contracts. Spec: States 3. */
export function partlyFilled(qty: number): Expectation<PlaceResponse> {
  return placedThat(
    `PARTIAL with filled ${qty} and remaining qty - ${qty}`,
    (placed) =>
      placed.status === "PARTIAL" &&
      placed.filledQty === qty &&
      placed.remainingQty === Number(placed.sent["qty"]) - qty,
  );
}

/** Statuses of an order cut off after a part of it filled; FILLED hides the cut (D-021). */
export const cutOff: Expectation<PlaceResponse> = anyOf(
  statusIs("CANCELLED", "PARTIAL"),
  odd(statusIs("FILLED"), "FILLED, though less than qty was filled"),
);

const STALE_STATUSES = statusesOf("D-050");

/** A freshness refusal: a decline, or one of the statuses venues use for it (D-050). */
export const staleRefusal: Expectation<PlaceResponse> = anyOf(
  declined(),
  ...STALE_STATUSES.map((status) =>
    placedThat(`HTTP ${status}`, (placed) => placed.httpStatus === status),
  ),
);
