/** One check for each side and kind of market that a claim is about. */
import type { MarketKind, Side } from "../../../scenarios/deployment/vocabulary.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { Need } from "../../check/need.ts";

/** Where a claim is judged. */
export interface Cell {
  side: Side;
  kind: MarketKind;
}

const NEED_OF: Record<MarketKind, Need> = {
  BTC_BINARY: "binary",
  BTC_PERP: "perp",
  BTC_PARLAY: "parlay",
};

export const EVERY_KIND: readonly MarketKind[] = ["BTC_BINARY", "BTC_PERP", "BTC_PARLAY"];
export const COLLATERALIZED: readonly MarketKind[] = ["BTC_BINARY", "BTC_PARLAY"];

const SIDES: readonly Side[] = ["BUY", "SELL"];

/** On parlays only where control makes them: few venues list any, and writes are dear. */
export const unlessParlay = ({ kind }: Cell): readonly Need[] =>
  kind === "BTC_PARLAY" ? ["operator"] : [];

/** A check of each cell; what it needs beside the market may depend on the cell. */
export function perCell(spec: {
  title: string;
  proves: readonly string[];
  kinds: readonly MarketKind[];
  needs(cell: Cell): readonly Need[];
  body(t: CheckContext, cell: Cell): Promise<void>;
}): Check[] {
  const { title, proves, needs, body } = spec;
  const cells = spec.kinds.flatMap((kind) => SIDES.map((side): Cell => ({ side, kind })));
  return cells.map((cell) => ({
    title: `${title}: ${cell.side} on a ${cell.kind}`,
    proves,
    needs: [...needs(cell), NEED_OF[cell.kind]],
    body: (t) => body(t, cell),
  }));
}
