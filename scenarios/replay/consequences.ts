/** Knows what went another way before, and whom a line is about, so that it is reported once. */

import type { SessionExchange, SessionLine } from "../session/format.ts";
import type { Bindings } from "./bindings.ts";
import { idsIn } from "./compare.ts";

/** Whom and what a request is about: its actor, and the ids it names. */
export type Subjects = readonly string[];

export class Consequences {
  readonly #causes = new Map<string, number>();
  readonly #bindings: Bindings;

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  /** The line that explains a difference here; null where it is a new one. */
  causeOf(subjects: Subjects): number | null {
    for (const subject of subjects) {
      const cause = this.#causes.get(subject) ?? this.#bindings.lostIn(subject);
      if (cause !== undefined) return cause;
    }
    return null;
  }

  /** From here on, what is about these may differ because of that line. */
  spread(subjects: Subjects, cause: number): void {
    for (const subject of subjects) {
      if (!this.#causes.has(subject)) this.#causes.set(subject, cause);
    }
  }
}

/** The actor, and every id of the request. */
export function subjectsOf({ actor, request }: SessionExchange): string[] {
  const inPath = request.path.split("/").flatMap(idsIn);
  return [
    ...(actor === null ? [] : [`actor ${actor}`]),
    ...inPath,
    ...idsIn(request.query),
    ...idsIn(request.body),
  ];
}

/** A line in a few words: `POST /v1/orders as maker`. */
export function said(line: SessionLine): string {
  if ("request" in line) {
    const { method, path } = line.request;
    return `${method} ${path}${line.actor === null ? "" : ` as ${line.actor}`}`;
  }
  if ("control" in line) return `control ${line.control.method} ${line.control.path}`;
  if ("open" in line) return `stream ${line.stream} opens`;
  return `stream ${line.stream} ${"receive" in line ? "hears" : "closes"}`;
}
