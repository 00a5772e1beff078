/** Starting the venue over, and the link that leads back to a state of it. */
import { signal } from "@preact/signals";
import { type ComponentChild, Fragment, h, type TargetedSubmitEvent } from "preact";
import { commandCount, wholeNumber } from "./figures.ts";
import { field, problemLine } from "./parts.ts";
import { recording, type SinceStart } from "./recording.ts";
import { isStarting, isVirtual, linkHere, startOver, startProblem } from "./state-link.ts";
import { problemOf } from "./words.ts";

/** The seed that somebody is asked about. */
const asked = signal<number | null>(null);
/** The link, and what it leads to: it is shown while nothing more was sent. */
const made = signal<{ link: string; note: string; of: SinceStart | null }>({
  ...{ link: "", note: "", of: null },
});

/** Part of what an operator may do. */
export function StateControl(): ComponentChild {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const seed = wholeNumber(String(new FormData(event.currentTarget).get("seed")));
    if (seed !== null && seed >= 0) asked.value = seed;
  };
  const input = { name: "seed", defaultValue: "7", inputMode: "numeric", class: "short" };
  return h(
    "div",
    { role: "group", "aria-label": "State" },
    h(
      "form",
      { class: "row", onSubmit: submit },
      h("b", null, "State"),
      h("input", { ...input, "aria-label": "Seed" }),
      h("button", { "aria-disabled": isStarting.value }, "Start over"),
    ),
    asked.value !== null && h(Question, { seed: asked.value }),
    h("p", { role: "alert" }, startProblem.value && problemLine(startProblem.value)),
    h(Link, null),
  );
}

function Question({ seed }: { seed: number }): ComponentChild {
  const answer = (isMeant: boolean) => {
    asked.value = null;
    if (isMeant) void startOver(seed);
  };
  return h(
    "div",
    { class: "question", role: "alertdialog", "aria-labelledby": "over" },
    h(
      "p",
      { id: "over" },
      "All that is on this venue is lost: accounts, orders and money of everybody. ",
      "This page goes on with a new account.",
    ),
    h(
      "div",
      { class: "row" },
      h("button", { onClick: () => answer(true) }, `Start over from seed ${seed}`),
      h("button", { onClick: () => answer(false) }, "Leave it"),
    ),
  );
}

function Link(): ComponentChild {
  const { value } = recording;
  if (value === null) {
    return h("p", { class: "quiet" }, "After a start over the page can link to each state.");
  }
  if (value.problem !== "") return h("p", null, value.problem);
  const { link, note } = made.value.of === value ? made.value : { link: "", note: "" };
  return h(
    Fragment,
    null,
    h(
      "div",
      { class: "row" },
      h("span", null, `Seed ${value.seed}, ${commandCount(value.commands.length)} `),
      h("button", { onClick: () => void make() }, "Link to this state"),
    ),
    link !== "" &&
      field("Link", h("input", { id: "state-link", readOnly: true, value: link }), {
        id: "link-hint",
        text: "nothing secret is in it",
      }),
    link !== "" && h("button", { onClick: () => void copy() }, "Copy"),
    h("p", { role: "status" }, note),
  );
}

const REAL_TIME = " This venue runs in real time, so their times will differ.";

async function make(): Promise<void> {
  made.value = { link: "", note: "", of: null };
  try {
    const { link, of } = await linkHere();
    const note = `It repeats ${commandCount(of.commands.length)}.${isVirtual() ? "" : REAL_TIME}`;
    made.value = { link, note, of };
  } catch (error) {
    const isOwn = error instanceof Error && error.constructor === Error;
    const note = isOwn ? error.message : problemOf(error).text;
    made.value = { link: "", note, of: recording.value };
  }
}

async function copy(): Promise<void> {
  const field = document.getElementById("state-link") as HTMLInputElement;
  field.select();
  const isDone = await navigator.clipboard?.writeText(made.value.link).then(
    () => true,
    () => false,
  );
  made.value = { ...made.value, note: isDone ? "Copied." : "It is selected: copy it." };
}
