/** The control protocol from inside the process: how a test moves time or settles a market. */
import { CONTROL_PATH } from "./control/index.ts";
import type { Handle } from "./http/socketless.ts";

/**
 * One call of the control protocol, such as `operate("POST", "/clock", { advance_ms: 60_000 })`.
 * Errors: rejects where the venue was started without `controlToken`, and with the venue's message
 * when it refuses the call.
 */
export interface Operate {
  (method: "POST", path: "/agents", body: object): Promise<MadeAgent>;
  (method: "POST", path: "/markets", body: object): Promise<{ market_id: string }>;
  (method: string, path: string, body?: object): Promise<unknown>;
}

/** An agent that the operator has made, with its key. */
interface MadeAgent {
  agent_id: string;
  api_key: string;
  owner: string;
}

/** Calls go the way of any request, less the socket. */
export function operateBy(handle: Handle, token: string | undefined): Operate {
  return async (method: string, path: string, body?: object) => {
    if (token === undefined) throw new Error("start the venue with a controlToken to operate it");
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await handle({ method, path: CONTROL_PATH + path, headers, ...text });
    const found = JSON.parse(answer.body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${found.message}`);
    return found;
  };
}
