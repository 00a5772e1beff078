/** What rules on credentials range over. Spec: Authentication 9. */

import { KINDS, PREFIXES, SIDES } from "../check/cell.ts";
import { CALLERS_ROUTES } from "../spec/route-table.ts";

/** Sessions of two owners. */
export const SESSIONS = ["session", "other-session"] as const;

/** Every route about one caller, under every prefix. */
export const CALLERS_EVERYWHERE = { route: CALLERS_ROUTES, prefix: PREFIXES } as const;
/** The same, and amendments, each of which is of some order in some market. */
export const AMENDED_TOO = { ...CALLERS_EVERYWHERE, kind: KINDS, side: SIDES } as const;
