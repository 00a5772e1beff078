/** What one call of the control protocol is: method, path pattern, body schema, handler. */
import type { Static, TObject } from "typebox";
import type { Services } from "../running-venue.ts";

/** The parts of the protocol a deployment announces. */
export type Capability =
  | "agents"
  | "sessions"
  | "markets"
  | "clock"
  | "freeze"
  | "upstream"
  | "gates"
  | "reset"
  | "digest";

/** What the control endpoint works on: the running venue, and how to start it over. */
export interface Controlled {
  services: Services;
  /** Starts the venue over from a seed, seeded as at start. */
  reset(seed: number): void;
}

export interface ControlRequest<B = unknown> extends Controlled {
  /** The variable part of the path, lower case where it is an id; empty when there is none. */
  name: string;
  body: B;
}

/** An entry of the protocol. Shape: `path` has at most one variable part, written `*`. */
export interface ControlCall {
  capability: Capability;
  method: "GET" | "POST" | "PUT" | "PATCH";
  path: string;
  body?: TObject;
  handle(request: ControlRequest): object;
}

/** An entry written down: the handler's body is typed by the schema. */
export function controlCall<B extends TObject>(
  entry: Omit<ControlCall, "body" | "handle"> & {
    body?: B;
    handle(request: ControlRequest<Static<B>>): object;
  },
): ControlCall {
  return entry as ControlCall;
}
