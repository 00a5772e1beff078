/** Claims that a target's public records speak for, proposed for its owner to make or to drop. */
import type { MarketInfo } from "../scenarios/deployment/profile/credentials.ts";
import type { Profile } from "../scenarios/deployment/profile/profile.ts";
import { candlesOf, tradesOf } from "../scenarios/deployment/reading/data-reading.ts";
import { numberUnder, objectsIn, recordOf } from "../scenarios/deployment/reading/reading.ts";
import type { Client } from "../scenarios/deployment/wire/client.ts";
import { barsOf, type TradeBar } from "./model/bars.ts";

/** A line of `claims`, and what was seen that speaks for it. */
interface Proposal {
  claim: string;
  seen: string;
}

/** What a market's record says of it; null where it does not. Units: cents, contracts. */
interface MarketLimits {
  kind: MarketInfo["kind"];
  payout: number | null;
  cap: number | null;
  leverage: number | null;
}

const PAYOUTS = ["payout", "payoutcents"];
const CAPS = ["maxposition", "positioncap", "maxpositionqty"];
const LEVERAGES = ["maxleverage", "leveragecap"];

const PERIOD_S = 60;
const TRADES_READ = 100;

/** Commented YAML, with what was seen beside each line; reads what everybody may read. */
export async function draftClaims(
  { prefix }: Profile,
  markets: readonly MarketInfo[],
  client: Pick<Client, "send">,
): Promise<string> {
  const read = async (path: string, query: Record<string, number> = {}) => {
    const asked = { method: "GET", path: `${prefix}/markets/${path}`, query };
    return (await client.send(asked)).response?.body;
  };
  const told: MarketLimits[] = [];
  const agree: boolean[] = [];
  for (const { id, kind } of markets) {
    told.push({ kind, ...toldIn(recordOf(await read(id), id)) });
    const trades = await read(`${id}/trades`, { limit: TRADES_READ });
    const candles = await read(`${id}/candles`, { period_seconds: PERIOD_S });
    agree.push(...candlesAgree(trades, candles));
  }
  return claimLines([...fromRecords(told), ...fromCandles(agree)]);
}

function toldIn(record: unknown): Omit<MarketLimits, "kind"> {
  const under = (names: readonly string[]) =>
    objectsIn(record)
      .map((one) => numberUnder(one, names))
      .find((value) => value !== null) ?? null;
  return { payout: under(PAYOUTS), cap: under(CAPS), leverage: under(LEVERAGES) };
}

function fromRecords(told: readonly MarketLimits[]): Proposal[] {
  const seen = "in the records of its markets";
  const payout = one(told.map((market) => market.payout));
  const leverage = one(told.map((market) => market.leverage));
  const kinds = [...new Set(told.map(({ kind }) => kind))];
  const caps = kinds.flatMap((kind) => {
    const cap = one(told.filter((market) => market.kind === kind).map((market) => market.cap));
    return cap === null ? [] : [`${kind}: ${cap}`];
  });
  return [
    ...(payout === null ? [] : [{ claim: `payout: ${payout}`, seen }]),
    ...(caps.length === 0 ? [] : [{ claim: `position_cap: { ${caps.join(", ")} }`, seen }]),
    ...(leverage === null ? [] : [{ claim: `leverage_cap: ${leverage}`, seen }]),
  ];
}

/** The one whole number that is told; null where there is none, or more than one. */
function one(values: readonly (number | null)[]): number | null {
  const [value = null, ...others] = new Set(values.filter((told) => told !== null));
  return others.length === 0 && Number.isInteger(value) ? value : null;
}

/** Whether a market's candles are those of its trades; nothing where that cannot be told. */
function candlesAgree(trades: unknown, candles: unknown): boolean[] {
  const listed = tradesOf(trades) ?? [];
  if (listed.length === 0 || listed.length >= TRADES_READ) return [];
  const shown = (candlesOf(candles) ?? []).toSorted(
    (first, second) => (first.startMs ?? 0) - (second.startMs ?? 0),
  );
  const bars = [listed, listed.toReversed()].map((told) => barsOf(told, PERIOD_S * 1_000));
  return [bars.some((wanted) => JSON.stringify(wanted) === JSON.stringify(shown.map(plainBar)))];
}

function plainBar({
  startMs,
  open,
  high,
  low,
  close,
  volume,
}: Record<keyof TradeBar, number | null>) {
  return { startMs, open, high, low, close, volume };
}

function fromCandles(agree: readonly boolean[]): Proposal[] {
  if (agree.length === 0 || agree.includes(false)) return [];
  const seen = `so in the markets that have trades (${agree.length})`;
  return [{ claim: "candles_from_trades: true", seen }];
}

function claimLines(proposals: readonly Proposal[]): string {
  const head =
    "# What the venue says of itself where the spec leaves it open: what is claimed is judged.\n";
  if (proposals.length === 0) return `${head}# claims: docs/guides/profile.md has the list\n`;
  const lines = proposals.map(({ claim, seen }) => `#   ${claim}  # ${seen}\n`);
  return `${head}# Proposed from what was seen; more of them: docs/guides/profile.md\n# claims:\n${lines.join("")}`;
}
