/** The table of order reject codes, with the gate of the reference that decides each. */
import type { SpecRoute } from "./routes.ts";
import { about, type Sentence } from "./sentence.ts";

/** One row of the spec's table. Shape: `gate` names what objects, at admission or before it. */
export interface RejectCode {
  readonly code: string;
  readonly http: string;
  readonly when: string;
  readonly gate: string;
  readonly rules: string;
  readonly route?: SpecRoute;
}

const DECLINE = "200 REJECTED";

export const REJECT_CODES: readonly RejectCode[] = [
  {
    code: "POST_ONLY_WOULD_CROSS",
    http: DECLINE,
    when: "a POST_ONLY LIMIT would match at once",
    gate: "post-only",
    rules: "TIF-PO-02 TIF-PO-03 TIF-PO-04 TIF-PO-07",
  },
  {
    code: "FOK_NOT_FILLABLE",
    http: DECLINE,
    when: "a FOK order cannot be filled whole at once",
    gate: "fill-or-kill",
    rules: "TIF-FOK-02 TIF-FOK-03",
  },
  {
    code: "MARKET_NO_LIQUIDITY",
    http: DECLINE,
    when: "a MARKET order meets an empty side",
    gate: "liquidity",
    rules: "TIF-MKT-02 REJ-REF-02",
  },
  {
    code: "PRICE_OUT_OF_RANGE",
    http: DECLINE,
    when: "a limit price lies outside the band",
    gate: "price-range",
    rules: "REJ-PRICE-01 REJ-PRICE-02 REJ-PRICE-03 REJ-PRICE-04",
  },
  {
    code: "INVALID_QTY",
    http: DECLINE,
    when: "qty is 0 or negative",
    gate: "qty",
    rules: "REJ-QTY-01 REJ-QTY-02",
  },
  {
    code: "MARKET_CLOSED",
    http: `${DECLINE} or 409`,
    when: "the market is EXPIRED, RESOLVED or VOID",
    gate: "market-open",
    rules: "REJ-CLOSED-01 REJ-CLOSED-02 REJ-CLOSED-03 REJ-CLOSED-04 REJ-CLOSED-05 REJ-CLOSED-06",
  },
  {
    code: "INSUFFICIENT_MARGIN",
    http: DECLINE,
    when: "free cash does not cover the initial margin",
    gate: "margin",
    rules: "REJ-MARGIN-01 REJ-MARGIN-03 PERP-MARG-01",
  },
  {
    code: "POSITION_CAP",
    http: DECLINE,
    when: "the agent's position would exceed the market's cap",
    gate: "position-cap",
    rules: "REJ-CAP-01 REJ-MARGIN-01 CLAIM-CAP-01 CLAIM-CAP-02 CLAIM-CAP-03 CLAIM-CAP-04",
  },
  {
    code: "AGENT_SIDE_COOLDOWN",
    http: DECLINE,
    when: "repeated declines put agent, market and side on hold",
    gate: "cooldown",
    rules: "REJ-COOL-01 REJ-COOL-02 REJ-COOL-03 CLAIM-COOL-01 CLAIM-COOL-02 CLAIM-COOL-03",
  },
  {
    code: "UNKNOWN_MARKET",
    http: `${DECLINE} or 404`,
    when: "no market has that id",
    gate: "market-exists",
    rules: "REJ-UNK-01 REJ-UNK-02",
  },
  {
    code: "REDUCE_ONLY_VIOLATION",
    http: DECLINE,
    when: "a reduce_only order would open or grow a position",
    gate: "reduce-only",
    rules: "REJ-RO-01 REJ-RO-02 REJ-RO-05",
  },
  {
    code: "NO_REFERENCE_PRICE",
    http: DECLINE,
    when: "a MARKET order finds neither mark nor index price",
    gate: "reference-price",
    rules: "REJ-REF-01",
  },
  {
    code: "INVALID_LEVERAGE",
    http: `${DECLINE}, also 422 with details`,
    when: "leverage on a launch binary, or above the account's cap",
    gate: "leverage",
    rules: "REJ-LEV-01 REJ-LEV-02 REJ-LEV-03 CLAIM-LEV-01",
  },
  {
    code: "INVALID_MARGIN_MODE",
    http: DECLINE,
    when: "margin_mode on a launch binary",
    gate: "margin-mode",
    rules: "REJ-MM-01",
  },
  {
    code: "FAT_FINGER",
    http: DECLINE,
    when: "price or qty beyond sanity, unless confirmed",
    gate: "fat-finger",
    rules: "REJ-FF-01 REJ-FF-02 CLAIM-FAT-01 CLAIM-FAT-02",
  },
  {
    code: "RATE_LIMITED",
    http: "429",
    when: "the write or read rate is exceeded",
    gate: "rate limit",
    rules: "LIM-429-01 LIM-WRITE-02 LIM-READ-02",
    route: "every route",
  },
  {
    code: "EXCHANGE_FROZEN",
    http: "503",
    when: "the kill switch is on",
    gate: "kill-switch",
    rules: "OPS-KILL-01 OPS-KILL-04 OPS-KILL-05 OPS-KILL-07",
  },
  {
    code: "VALIDATION_ERROR",
    http: "not shown",
    when: "the body is malformed, a price outside the band for example",
    gate: "request-shape",
    rules: "ERR-VAL-03 ORD-FIELD-25 REJ-PRICE-01",
  },
  {
    code: "INVALID_CREDENTIALS",
    http: "401",
    when: "a login fails",
    gate: "sign-in",
    rules: "SESS-LOGIN-01",
    route: "POST /auth/login",
  },
];

/** The same rows as sentences of the spec. */
export const REJECT_CODE_SENTENCES: readonly Sentence[] = REJECT_CODES.map(
  ({ code, http, when, rules, route = "POST /orders" }) =>
    about("Errors, order reject codes", route).says(`${code} (${http}): ${when}`, rules),
);
