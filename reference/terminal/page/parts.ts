/** Small pieces that every part of the page uses. */
import { type ComponentChild, type ComponentChildren, h } from "preact";
import { plainText } from "./plain-text.ts";
import type { SpokenProblem } from "./words.ts";

/** A text of the venue, which turns nothing around it. */
export const venueText = (value: unknown): ComponentChild => h("bdi", null, plainText(value));

/** A part of the page with its heading. */
export function panel(
  title: string,
  { name, aside }: { name: string; aside?: ComponentChildren },
  ...children: ComponentChildren[]
): ComponentChild {
  const heading = h("h2", { id: `${name}-title` }, title);
  return h(
    "section",
    { class: `panel ${name}`, "aria-labelledby": `${name}-title` },
    h("header", null, heading, aside),
    ...children,
  );
}

/** A field with its label above it, and below it a hint that the field is described by. */
export const field = (
  label: string,
  input: ComponentChild,
  hint?: { id: string; text: ComponentChildren },
): ComponentChild =>
  h(
    "div",
    { class: "field" },
    h("label", null, h("span", null, label), input),
    hint && h("small", { id: hint.id }, hint.text),
  );

/** What went wrong, with the code that others know it by. */
export const problemLine = ({ code, text }: SpokenProblem): ComponentChild =>
  h("span", { class: "problem" }, sentence(text), " ", h("code", null, code));

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** A table that scrolls by itself. Shape: a heading that begins with `#` is of numbers. */
export function table(
  caption: string,
  headings: string[],
  rows: ComponentChild[],
  empty: string,
): ComponentChild {
  const head = headings.map((text) =>
    h("th", { scope: "col", class: text.startsWith("#") ? "num" : "" }, text.replace("#", "")),
  );
  const none = h("tr", null, h("td", { colSpan: headings.length, class: "quiet" }, empty));
  return h(
    "div",
    { class: "scroll", tabIndex: 0, role: "group", "aria-label": caption },
    h(
      "table",
      null,
      h("caption", { class: "unseen" }, caption),
      h("thead", null, h("tr", null, head)),
      h("tbody", null, rows.length === 0 ? none : rows),
    ),
  );
}

/** A number's cell. */
export const num = (text: ComponentChildren, kind = ""): ComponentChild =>
  h("td", { class: `num ${kind}` }, text);

/** Says that what is shown may be out of date. */
export const staleNote = (isStale: boolean): ComponentChild | null =>
  isStale ? h("span", { class: "stale", role: "status" }, "not live") : null;
