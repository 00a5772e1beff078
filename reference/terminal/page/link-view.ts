/** What a link to a state would do, before it is done, and what it came to. */
import { type ComponentChild, h } from "preact";
import { controlNote, controlProblem, offered } from "./control.ts";
import { TokenForm } from "./control-view.ts";
import { commandCount, figure } from "./figures.ts";
import { problemLine } from "./parts.ts";
import { dropLink, followLink, type GivenLink, given, startProblem } from "./state-link.ts";

/** In the place of the page until somebody has decided. */
export function LinkPage({ link }: { link: Exclude<GivenLink, { kind: "none" | "bad" }> }) {
  return h("main", { class: "sign-in link" }, h("h1", null, "A link to a state"), ...parts(link));
}

function parts(given: Exclude<GivenLink, { kind: "none" | "bad" }>): ComponentChild[] {
  const { seed, commands } = given.link;
  const count = commandCount(commands.length);
  if (given.kind === "under way") {
    return [h("p", { role: "status" }, `Repeating: ${figure(given.done)} of ${count}…`)];
  }
  if (given.kind === "ended") {
    return [
      h("p", { role: "status" }, given.verdict),
      h("button", { class: "primary", onClick: dropLink }, "To the desk"),
    ];
  }
  const isGood = offered.value?.capabilities.includes("reset") === true;
  const says = `It starts this venue over from seed ${seed} and repeats ${count}. What is on the venue is lost, for everybody.`;
  return [
    h("p", null, says),
    offered.value === null ? h(TokenForm, null) : null,
    offered.value !== null && !isGood && h("p", null, "This venue cannot be started over."),
    h("p", { role: "alert" }, problem()),
    h(
      "div",
      { class: "row" },
      isGood &&
        h(
          "button",
          { class: "primary", onClick: () => void followLink(given.link) },
          `Start over and repeat ${count}`,
        ),
      h("button", { onClick: dropLink }, "Leave it"),
    ),
    h("p", { role: "status", class: "quiet" }, controlNote.value),
  ];
}

function problem(): ComponentChild {
  const said = startProblem.value ?? controlProblem.value;
  return said && problemLine(said);
}

/** Says in a line that the address has a link that is none. */
export function BadLink(): ComponentChild {
  const { value } = given;
  if (value.kind !== "bad") return null;
  return h(
    "p",
    { class: "bad-link", role: "alert" },
    `The link in the address does nothing: ${value.problem}. `,
    h("button", { class: "plain", onClick: dropLink }, "Close"),
  );
}
