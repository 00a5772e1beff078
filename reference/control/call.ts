/** What one call of the control protocol is: method, path pattern, body schema, handler. */
import type { Static, TObject } from "typebox";
import type { SpotFeed } from "../feed/spot-feed.ts";
import type { Feature } from "../http/parts.ts";
import type { PeopleParts } from "../identity/people.ts";
import type { Schedule } from "../series/schedule.ts";
import type { Journal } from "../store/journal.ts";
import type { Hub } from "../stream/hub.ts";

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

/** The parts of a running venue that an operator works on. */
export interface ControlParts extends PeopleParts {
  journal: Journal;
  feed: SpotFeed;
  schedule: Schedule;
  streams: Hub;
  closedFeatures: Set<Feature>;
  /** Where the venue is reached from outside. */
  baseUrl: () => string;
}

/** What an operator may do to a venue as a whole. */
export interface Controlled {
  /** As they are now. */
  parts(): ControlParts;
  /** Starts the venue over from a seed, seeded as at start. */
  reset(seed: number): void;
}

export interface ControlRequest<B = unknown> extends Pick<Controlled, "reset"> {
  parts: ControlParts;
  /** The variable part of the path, lower case where it is an id; empty when there is none. */
  name: string;
  body: B;
}

/** An entry of the protocol. Shape: `path` has at most one variable part, written `*`. */
export interface ControlRoute {
  capability: Capability;
  method: "GET" | "POST" | "PUT" | "PATCH";
  path: string;
  body?: TObject;
  handle(request: ControlRequest): object;
}

/** An entry written down: the handler's body is typed by the schema. */
export function controlRoute<B extends TObject>(
  entry: Omit<ControlRoute, "body" | "handle"> & {
    body?: B;
    handle(request: ControlRequest<Static<B>>): object;
  },
): ControlRoute {
  return entry as ControlRoute;
}
