/** Says what a line is, and whom and what it is about. */
import type { SessionExchange, SessionLine } from "../session/format.ts";
import { idsIn } from "./compare.ts";

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
