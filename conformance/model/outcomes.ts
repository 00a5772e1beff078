/** Which answers to an order the spec allows, given what rests: a set, as the spec has choices. */
import {
  type ArrivingOrder,
  type MarketState,
  makersFor,
  type PlaceSummary,
  reducible,
  type Terms,
  total,
} from "./market-state.ts";

/** One legitimate outcome, as data: four are made of each order that a script may come to. */
export interface LegalOutcome {
  says: string;
  /** What an accepted order may be said to be; null where the order is declined. */
  statuses: readonly string[] | null;
  /** Of a decline; null for any. */
  reason: string | null;
  /** Whether it counts among the declines that an agent may have. */
  declines: boolean;
  /** Units: contracts. */
  filled: number;
  remaining: number;
}

/** Declines for reasons that a model of orders alone cannot foresee (D-061 to D-063, D-074). */
const OF_RISK = [
  ...["INSUFFICIENT_MARGIN", "POSITION_CAP", "AGENT_SIDE_COOLDOWN", "FAT_FINGER"],
  "NO_REFERENCE_PRICE",
];

const NOT_REDUCING = "REDUCE_ONLY_VIOLATION";
const OF_RISK_TO_OPEN = [...OF_RISK, NOT_REDUCING];

/**
 * Whether an order was declined for risk, which no model of orders can foresee; a SELL that would
 * open a position may be taken for risk as well (D-074), one that says reduce-only is foreseen.
 */
export function isOfRisk({ fate, reason }: PlaceSummary, { reduceOnly }: Terms): boolean {
  const risks = reduceOnly ? OF_RISK : OF_RISK_TO_OPEN;
  return fate === "declined" && risks.includes(reason ?? "");
}

/**
 * Every answer that is legitimate for an order arriving now; declines for risk apart.
 * Spec: Order place request, OrderPlaceResult, Reject codes. Shape: never empty.
 */
export function outcomesOf(state: MarketState, { agent, terms }: ArrivingOrder): LegalOutcome[] {
  const { least, most } = reach(state, terms);
  const usual = each(least, most).flatMap((available) => outcomesWith(available, { state, terms }));
  if (!terms.reduceOnly || reducible(state, agent, terms.side) > 0) return usual;
  const harmless = usual.filter(({ filled, remaining }) => filled + remaining === 0);
  return [...harmless, declined(NOT_REDUCING)];
}

/**
 * Contracts within an order's limit. Reduce-only makers give no more than still closes, and where
 * that is contested a venue may have cut them back, or lets them go first (D-026, D-073).
 */
function reach(state: MarketState, terms: Terms): { least: number; most: number } {
  const makers = makersFor(state, terms);
  const contested = makers.filter((maker) => maker.contested);
  const least = total(makers) - total(contested);
  if (contested.length === 0) return { least, most: least };
  const owners = [...new Set(contested.map(({ agent }) => agent))];
  const more = owners.map((owner) => {
    const own = total(contested.filter(({ agent }) => agent === owner));
    return Math.min(own, reducible(state, owner, contested[0]?.side ?? "SELL"));
  });
  return { least, most: more.reduce((sum, qty) => sum + qty, least) };
}

/** The whole numbers from the least to the most: one, as a rule. */
function each(least: number, most: number): number[] {
  return least === most ? [least] : Array.from({ length: most - least + 1 }, (_, n) => least + n);
}

function outcomesWith(
  available: number,
  { state, terms }: { state: MarketState; terms: Terms },
): LegalOutcome[] {
  const { qty, tif } = terms;
  if (tif === "POST_ONLY") return [available > 0 ? declined("POST_ONLY_WOULD_CROSS") : rests(qty)];
  if (tif === "FOK") return [available >= qty ? fills(qty) : declined("FOK_NOT_FILLABLE")];
  if (tif === "MARKET") return ofMarket(state, terms);
  if (available >= qty) return [fills(qty)];
  if (tif === "GTC") return [available === 0 ? rests(qty) : restsInPart(available, qty)];
  return available === 0 ? [cut(0, qty), anyDecline] : [cut(available, qty)];
}

/** Whether a decline is among the legitimate answers, those for risk apart. */
export function mayBeDeclined(state: MarketState, arrival: ArrivingOrder): boolean {
  return outcomesOf(state, arrival).some(({ declines }) => declines);
}

/**
 * How far a MARKET order reaches is left to the venue, and from where: where the mid is far from the
 * touch, it may not get there (D-023, D-065).
 */
function ofMarket(state: MarketState, terms: Terms): LegalOutcome[] {
  const { side, qty } = terms;
  const makers = makersFor(state, terms);
  const [touch] = makers;
  if (touch === undefined) return [declined("MARKET_NO_LIQUIDITY")];
  const least = Math.min(qty, total(makers.filter(({ price }) => price === touch.price)));
  const most = Math.min(qty, total(makers));
  const usual = each(least, most).map((filled) => (filled === qty ? fills(qty) : cut(filled, qty)));
  const hasMid = state.resting.some((order) => order.side === side);
  return hasMid ? [cut(0, qty), { ...anyDecline, declines: false }, ...usual] : usual;
}

function rests(qty: number): LegalOutcome {
  return accepted(`NEW with ${qty} resting`, { filled: 0, remaining: qty }, ["NEW"]);
}

function restsInPart(filled: number, qty: number): LegalOutcome {
  const remaining = qty - filled;
  const says = `PARTIAL: ${filled} filled, ${remaining} resting`;
  return accepted(says, { filled, remaining }, ["PARTIAL"]);
}

function fills(qty: number): LegalOutcome {
  return accepted(`FILLED: ${qty}`, { filled: qty, remaining: 0 }, ["FILLED"]);
}

/** Statuses of an order cut off by its time in force: the spec has none of its own (D-021). */
function cut(filled: number, qty: number): LegalOutcome {
  const statuses = filled === 0 ? ["CANCELLED"] : ["CANCELLED", "PARTIAL", "FILLED"];
  const says = `${filled} of ${qty} filled, the rest cut off`;
  return accepted(says, { filled, remaining: 0 }, statuses);
}

function accepted(
  says: string,
  { filled, remaining }: { filled: number; remaining: number },
  statuses: readonly string[],
): LegalOutcome {
  return { says, statuses, reason: null, declines: false, filled, remaining };
}

function declined(reason: string): LegalOutcome {
  return { ...anyDecline, says: `REJECTED with ${reason}`, reason };
}

const anyDecline: LegalOutcome = {
  ...{ says: "REJECTED with any reason", statuses: null, reason: null, declines: true },
  ...{ filled: 0, remaining: 0 },
};

/** Whether an answer says that this is what became of its order. */
export function fits(
  { statuses, reason, filled, remaining }: LegalOutcome,
  summary: PlaceSummary,
): boolean {
  if (statuses === null) {
    const isReason = reason === null || summary.reason === reason;
    return summary.fate === "declined" && isReason && !summary.filled;
  }
  return (
    summary.fate === "accepted" &&
    statuses.includes(summary.status ?? "") &&
    summary.filled === filled &&
    summary.remaining === remaining
  );
}
