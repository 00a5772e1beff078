/** What rules of bodies range over. Spec: Versioning. */

import { LADDER } from "../../spec/route-table.ts";

/** Where a browser asks for a key. */
export const NEW_KEY = "POST /me/agents/{agent_id}/keys";
/** Other routes than that of orders whose body is shown, or whose answer says that it was read. */
export const OTHER_BODIES = [NEW_KEY, LADDER] as const;
/** Where somebody becomes known. */
export const SIGNS_UP = "POST /auth/signup";
export const LOGS_IN = "POST /auth/login";
