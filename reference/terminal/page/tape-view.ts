/** The commands of this page, for whom each was, and how it was answered. */
import { signal } from "@preact/signals";
import { type ComponentChild, h } from "preact";
import { NONE, timeOf } from "./figures.ts";
import { num, panel, table } from "./parts.ts";
import { plainText } from "./plain-text.ts";
import { visitor } from "./state.ts";
import { type TapeLine, tape } from "./venue.ts";

const SAID: Record<number, string> = { 0: "…", [-1]: "no answer" };

const OPERATOR = "operator";
/** Whose commands are shown: an agent's id, the operator's, or everybody's. */
const whose = signal("");

const ownerOf = ({ agent, isControl }: Pick<TapeLine, "agent" | "isControl">): string =>
  isControl ? OPERATOR : (agent ?? "");

/** Newest first; what was in them is not shown. */
export function Tape(): ComponentChild {
  const names = agentNames();
  const wanted = names.has(whose.value) ? whose.value : "";
  const rows = tape
    .read()
    .filter((line) => wanted === "" || ownerOf(line) === wanted)
    .map(({ atMs, method, path, status, tookMs, ...line }) =>
      h(
        "tr",
        { key: `${atMs}${path}` },
        h("td", null, timeOf(atMs)),
        h(
          "td",
          null,
          h("code", null, `${method} ${path.replace(/^\/v1/, "")}`),
          h("small", null, " ", h("bdi", null, names.get(ownerOf(line)))),
        ),
        num(SAID[status] ?? String(status), status >= 400 || status < 0 ? "problem" : ""),
        num(status === 0 ? NONE : `${tookMs} ms`),
      ),
    );
  const headings = ["Time", "Command", "#Answer", "#Took"];
  return panel(
    "Tape",
    { name: "tape", aside: h(Choice, { names, wanted }) },
    table("Commands of this page", headings, rows, "nothing sent yet"),
  );
}

function agentNames(): Map<string, string> {
  const who = visitor.value;
  const agents = who.kind === "member" ? who.account.agents : [];
  const named = agents.map(({ agent_id, name }): [string, string] => [agent_id, plainText(name)]);
  return new Map([...named, [OPERATOR, OPERATOR]]);
}

function Choice({ names, wanted }: { names: Map<string, string>; wanted: string }): ComponentChild {
  const choose = (event: { currentTarget: HTMLSelectElement }) => {
    whose.value = event.currentTarget.value;
  };
  return h(
    "select",
    { "aria-label": "Commands of", value: wanted, onChange: choose },
    h("option", { value: "" }, "all"),
    [...names].map(([id, name]) => h("option", { value: id }, name)),
  );
}
