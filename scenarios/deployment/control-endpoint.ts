/** The operator's endpoint of a deployment: how a call gets there, and what its answer means. */
import type { Profile } from "./profile/profile.ts";
import { Redactor } from "./secrets/redact.ts";
import { UndoLog } from "./undo/undo-log.ts";
import { Client } from "./wire/client.ts";
import { type Exchange, isSuccess, type TransportFailure } from "./wire/exchange.ts";

/** The operator's endpoint refused, did not answer, or lacks a capability; one line. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  /** The HTTP status of a refusal; null when there was none. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** The operator's endpoint gave no answer at all. */
export class ControlSilent extends ControlError {
  readonly failure: TransportFailure;

  constructor(what: string, failure: TransportFailure) {
    super(`${what}: no answer (${failure})`);
    this.failure = failure;
  }
}

/** Where the endpoint is and what opens it. */
export type ControlAccess = NonNullable<Profile["control"]>;

/** The body of an answer. */
export type ControlBody = Record<string, unknown>;

/** What an endpoint works with beside its access; `ending` is the end of the run. */
export interface EndpointParts {
  ending?: AbortSignal;
  undo?: UndoLog;
}

/** Sends calls with the token; its own secrets are kept out of what it says. */
export class Endpoint {
  readonly #client: Client;
  readonly #headers: Record<string, string>;

  readonly #undo: UndoLog;

  constructor(
    { url, token }: ControlAccess,
    { ending, undo = UndoLog.ofNothing() }: EndpointParts,
  ) {
    const redactor = new Redactor();
    redactor.add("control.token", token);
    this.#client = new Client({ baseUrl: url, redactor, ...(ending && { ending }) });
    this.#headers = { authorization: `Bearer ${token}` };
    this.#undo = undo;
  }

  /** What it switches is written down first. */
  async send(method: string, path: string, body?: unknown): Promise<Exchange> {
    const request = { method, path, headers: this.#headers };
    this.#undo.calling({ method, path, body });
    const exchange = await this.#client.send(body === undefined ? request : { ...request, body });
    this.#undo.called({ method, path, body }, exchange.response?.status ?? null);
    return exchange;
  }

  async call(method: string, path: string, body?: unknown): Promise<ControlBody> {
    const { response, failure } = await this.send(method, path, body);
    const what = `${method} ${this.#client.baseUrl}${path}`;
    if (response === null) throw new ControlSilent(what, failure ?? "other");
    const { status } = response;
    const answer = Object(response.body ?? {}) as ControlBody;
    if (isSuccess(status)) return answer;
    const why = status === 401 || status === 403 ? "the token was refused" : this.#words(answer);
    throw new ControlError(`${what} answered ${status} ${why}`.trim(), status);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #words({ code, message }: ControlBody): string {
    const said = [code, message].filter((part) => typeof part === "string").join(": ");
    return this.#client.redactor.text(said.replaceAll(/\s+/g, " "));
  }
}
