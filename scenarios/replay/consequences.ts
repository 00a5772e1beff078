/** Knows what went another way before, and whom a line is about, so that it is reported once. */

import { askedOf } from "../session/asked.ts";
import { bodyValue } from "../session/body-value.ts";
import type { SessionExchange, SessionLine } from "../session/format.ts";
import { type Bindings, Fading } from "./bindings.ts";
import { idsIn } from "./compare.ts";

/** Whom and what a request is about: its actor, and the ids it names. */
export type Subjects = readonly string[];

/** Actors and ids that are remembered: what turned long ago is told anew. */
const KEPT = 100_000;

/** Why a line is not looked at for itself. */
export interface EarlierLine {
  /** The line it follows from. */
  n: number;
  why: string;
}

export class Consequences {
  readonly #causes = new Fading<number>(KEPT);
  readonly #bindings: Bindings;

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  /** The line that explains a difference here; null where it is a new one. */
  causeOf(subjects: Subjects): EarlierLine | null {
    for (const subject of subjects) {
      const turned = this.#causes.get(subject);
      const n = turned ?? this.#bindings.lostIn(subject);
      if (n === undefined) continue;
      const why =
        turned === undefined
          ? `line ${n} gave ${subject}, and nothing stands for it here`
          : `${subject} went another way in line ${n}`;
      return { n, why };
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
  const { path, query } = askedOf(request);
  const inPath = path.split("/").flatMap(idsIn);
  return [
    ...(actor === null ? [] : [`actor ${actor}`]),
    ...inPath,
    ...idsIn(query),
    ...idsIn(bodyValue(request)),
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
