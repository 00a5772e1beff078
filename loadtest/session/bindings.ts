/** What a deployment assigns, bound anew in every iteration: ids by where the recording had them. */
import type { IdPath } from "../plan/session-step.ts";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const ZERO = "00000000-0000-0000-0000-000000000000";

/** Every id in a body, the zero one aside, that is known as rejected. */
export function uuidsIn(body: unknown, at: string[] = []): IdPath[] {
  if (typeof body === "string") {
    const found = body.match(UUID) ?? [];
    return found.filter((id) => id !== ZERO).map((id) => ({ at, id }));
  }
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => uuidsIn(value, [...at, name]));
}

/** The ids of one iteration. */
export class LoadBindings {
  readonly #live: Map<string, string>;

  /** Begins with what is bound before the first request: markets. */
  constructor(known: Record<string, string>) {
    this.#live = new Map(Object.entries(known));
  }

  /** Binds the ids of an answer by where the recorded answer had them. */
  learn(ids: readonly IdPath[], body: unknown): void {
    for (const { at, id } of ids) {
      const value = at.reduce<unknown>((part, name) => Object(part ?? {})[name], body);
      if (typeof value === "string" && !this.#live.has(id)) this.#live.set(id, value);
    }
  }

  /** A text with every bound id replaced; others are sent as they are. */
  text(recorded: string): string {
    // Most have none, and k6 is slow at patterns.
    if (!recorded.includes("-")) return recorded;
    return recorded.replace(UUID, (id) => this.#live.get(id) ?? id);
  }

  /** A body with every bound id replaced. */
  body(recorded: unknown): unknown {
    if (typeof recorded === "string") return this.text(recorded);
    if (Array.isArray(recorded)) return recorded.map((item) => this.body(item));
    if (typeof recorded !== "object" || recorded === null) return recorded;
    const members = Object.entries(recorded).map(([name, value]) => [name, this.body(value)]);
    return Object.fromEntries(members);
  }
}
