/** What looking into a cell takes beyond what its check needs anyway. */

import type { CallerKind, Cell } from "./cell.ts";
import type { Need } from "./need.ts";

const KIND = { BTC_BINARY: "binary", BTC_PERP: "perp", BTC_PARLAY: "parlay" } as const;
const STATUS = {
  EXPIRED: "expired-market",
  RESOLVED: "resolved-market",
  VOID: "void-market",
} as const;
const CALLER: Partial<Record<CallerKind, Need>> = {
  "second-key": "second-key",
  "read-key": "read-only-key",
  session: "browser",
  sibling: "sibling",
  other: "two-owners",
  "other-session": "two-browsers",
};

/** The needs of the values of a cell. */
export function needsOfCell({ kind, status, caller, position = "flat" }: Cell): Need[] {
  const needs: (Need | undefined)[] = [
    kind && KIND[kind],
    status && STATUS[status],
    caller && CALLER[caller],
    position === "flat" ? undefined : "two-owners",
  ];
  return needs.filter((need) => need !== undefined);
}
