/** Who sends a request: a bot by its key, a human by a session, an operator, or nobody known. */
import type { KeyHolder } from "../core/outcomes.ts";
import type { Session } from "./sessions.ts";

/** Spec: What the service does, caller kinds. `agentId` is the agent the caller acts for. */
export type Caller =
  | { kind: "nobody" }
  | { kind: "operator" }
  | { kind: "key"; agentId: string; key: KeyHolder }
  | { kind: "session"; agentId: string; session: Session };

/** What a ticket or socket hangs on, so that it ends with it. D-158. */
export function credentialOf(caller: Caller): string {
  if (caller.kind === "key") return keyCredential(caller.key.keyId);
  return caller.kind === "session" ? sessionCredential(caller.session) : "";
}

/** See `credentialOf`. */
export const keyCredential = (keyId: string): string => `key ${keyId}`;

/** See `credentialOf`. */
export const sessionCredential = ({ digest }: Session): string => `session ${digest}`;
