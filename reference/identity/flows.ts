/** Sign-ins begun at an identity provider and not yet come back. */
import type { Clock } from "../injected/clock.ts";
import type { Entropy } from "../injected/entropy.ts";
import { digestOf } from "./secrets.ts";

/**
 * How long a human may take at the provider. Units: ms.
 * @bound {FLOW_LIFE_MS} ms: the callback is 400 IDP_CALLBACK_INVALID;
 * reference/identity/flows.test.ts
 */
export const FLOW_LIFE_MS = 10 * 60 * 1000;

/** Flows kept; beyond it the oldest is forgotten, so that beginning many costs no memory. */
const FLOWS_MAX = 10_000;

/** What the venue drew for one sign-in: RFC 6749 state, RFC 7636 verifier, OpenID nonce. */
export interface SignInFlow {
  state: string;
  nonce: string;
  verifier: string;
}

/** The begun sign-ins of one venue; each ends once. */
export class Flows {
  readonly #source: { clock: Clock; entropy: Entropy };
  /**
   * @bound {FLOWS_MAX} begun sign-ins: the oldest is forgotten; reference/identity/flows.test.ts
   */
  readonly #byState = new Map<string, SignInFlow & { endsAtMs: number }>();

  constructor(source: { clock: Clock; entropy: Entropy }) {
    this.#source = source;
  }

  begin(): SignInFlow {
    const { clock, entropy } = this.#source;
    const [state, nonce, verifier] = [entropy.token(""), entropy.token(""), entropy.token("")];
    const flow = { state, nonce, verifier };
    this.#byState.set(digestOf(state), { ...flow, endsAtMs: clock.nowMs() + FLOW_LIFE_MS });
    if (this.#byState.size > FLOWS_MAX) {
      this.#byState.delete(this.#byState.keys().next().value!);
    }
    return flow;
  }

  /** The flow of a state, which is thereby used up; null for an unknown, used or old one. */
  end(state: string): SignInFlow | null {
    const flow = this.#byState.get(digestOf(state));
    this.#byState.delete(digestOf(state));
    return flow === undefined || this.#source.clock.nowMs() >= flow.endsAtMs ? null : flow;
  }
}
