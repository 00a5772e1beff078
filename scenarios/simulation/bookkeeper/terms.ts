/** The numbers of the venue's rules, written down anew: an observer does not ask the observed. */

/** What a winning contract pays, and what a short puts up together with its price. Units: cents. */
export const PAYOUT_CENTS = 100;
/** Units: price units per cent of a perp's contract. */
export const PERP_UNITS = 1_000;
/** Contracts above which an order must be confirmed. D-062. */
export const QTY_SLIP = { perp: 10_000, other: 50_000 };
/** A perp's price beyond this multiple or fraction of the mark must be confirmed. D-062. */
export const MARK_MULTIPLE = 5;
/** Price protection of a MARKET order that names none. D-065. */
export const SLIP_CENTS = 10;
export const SLIP_BPS = 500;
export const BPS = 10_000;
/** What the ids of the venue's own orders begin with. D-076. */
export const OWN_IDS = "00000000-0000-8000-8000-";
/** D-047. */
export const ID_LENGTH_MAX = 64;
/** D-061. */
export const PAUSE = { declines: 10, withinMs: 10_000, forMs: 5_000 };
/** D-031. */
export const LADDER_MAX = 50;
/** D-063, D-064. */
export const POSITION_CAP = { perp: 1_000, other: 100_000 };
export const LEVERAGE_CAP = 20;
/** Units: price units. D-071. */
export const PERP_MARK = 6_500_000;
/** The id of an order that never was. */
export const ZERO_ID = "00000000-0000-0000-0000-000000000000";
