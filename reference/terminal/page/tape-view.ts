/** The commands of this page and how each was answered. */
import { type ComponentChild, h } from "preact";
import { NONE, timeOf } from "./figures.ts";
import { num, panel, table } from "./parts.ts";
import { tape } from "./venue.ts";

const SAID: Record<number, string> = { 0: "…", [-1]: "no answer" };

/** Newest first; what was in them is not kept. */
export function Tape(): ComponentChild {
  const rows = tape
    .read()
    .map(({ atMs, method, path, status, tookMs }) =>
      h(
        "tr",
        { key: `${atMs}${path}` },
        h("td", null, timeOf(atMs)),
        h("td", null, h("code", null, `${method} ${path.replace(/^\/v1/, "")}`)),
        num(SAID[status] ?? String(status), status >= 400 || status < 0 ? "problem" : ""),
        num(status === 0 ? NONE : `${tookMs} ms`),
      ),
    );
  const headings = ["Time", "Command", "#Answer", "#Took"];
  return panel(
    "Tape",
    { name: "tape" },
    table("Commands of this page", headings, rows, "nothing sent yet"),
  );
}
