/** What rules of an order's fields range over. */

import { SIDES } from "../../check/cell.ts";

/** Members that an order may have or lack beside its tif, none of which says how long it rests. */
export const BESIDE = ["a window", "confirm_fat_finger", "reduce_only false", "no id"] as const;

/** What an order on a perp may say of its margin. */
export const MARGINS = ["CROSS", "ISOLATED", "leverage 1"] as const;
export const ON_PERPS = { kind: ["BTC_PERP"], side: SIDES } as const;

/** Positions that a reduce_only order shrinks. */
export const TURNS = { position: ["long", "short"] } as const;

/** With which characters ids begin and end that are made of allowed characters alone. */
export const ENDS_OF_IDS: Readonly<Record<string, readonly [first: string, last: string]>> = {
  "from hyphen to period": ["-", "."],
  "from underscore to colon": ["_", ":"],
  "from colon to underscore": [":", "_"],
  "from period to hyphen": [".", "-"],
  "from digit to capital": ["7", "Q"],
};
