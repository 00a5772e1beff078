/** The operator's endpoint of a target, as sessions speak to it: call by call. */

import { type Capability, Control, type ControlAccess } from "../deployment/control.ts";
import type { Profile } from "../deployment/profile/profile.ts";
import type { Redactor } from "../deployment/secrets/redact.ts";
import { Client } from "../deployment/wire/client.ts";
import type { Exchange } from "../deployment/wire/exchange.ts";

/** One call. Shape: `path` is relative to the endpoint, such as `/freeze`. */
export interface OperatorCall {
  method: string;
  path: string;
  body: unknown;
}

/** The endpoint with what it announces. Errors: ControlError where it cannot be reached. */
export class Operator {
  /** Calls with names and checked answers. */
  readonly control: Control;
  readonly #client: Client;
  readonly #headers: Record<string, string>;

  /** One that is connected already; it is closed with this. */
  constructor(control: Control, { url, token }: ControlAccess, redactor: Redactor) {
    this.control = control;
    this.#client = new Client({ baseUrl: url, redactor });
    this.#headers = { authorization: `Bearer ${token}` };
  }

  /** The endpoint of a profile; null where it has none. */
  static async connect({ control }: Profile, redactor: Redactor): Promise<Operator | null> {
    if (control === null) return null;
    return new Operator(await Control.connect(control), control, redactor);
  }

  /** Whether the endpoint offers what a call is part of. */
  offers({ path }: OperatorCall): boolean {
    const [part = ""] = path.split("/").filter(Boolean);
    return part === "" || this.control.can(part as Capability);
  }

  /** Makes the call and brings back whatever is answered. */
  send({ method, path, body }: OperatorCall): Promise<Exchange> {
    const payload = method === "GET" ? {} : { body };
    return this.#client.send({ method, path, headers: this.#headers, ...payload });
  }

  /** Moves the clock and reads it. Units: epoch ms; null where the answer does not say. */
  advance(ms: number): Promise<number | null> {
    return this.control.advance(Math.max(0, Math.floor(ms)));
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.#client.close(), this.control.close()]);
  }
}
