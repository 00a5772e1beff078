/** One rule on the page: what it asks for, and the evidence where the target did otherwise. */

import type { FailureSession } from "../schema/finished-run.ts";
import type { RuleResult } from "../schema/report.ts";
import { cellsText } from "./cells-text.ts";
import { diffOf } from "./diff.ts";
import { exchangesHtml, stepsHtml } from "./exchange-html.ts";
import { markup, valueText } from "./text.ts";

/**
 * The rule as an element that is found by its id. Shape: `session` is there where its file was
 * written; `under` is HTML that ends the card of a cause.
 */
export function ruleArticle(rule: RuleResult, session?: FailureSession, under = ""): string {
  const notes = [
    baseline(rule),
    detail(rule),
    standsOn(rule),
    where(rule),
    observed(rule),
    evidence(rule, session),
    about(rule),
    under,
  ];
  return `<article id="${rule.id}" data-result="${rule.result}">
<h3><a href="#${rule.id}">${rule.id}</a></h3>
<div>
<p>${markup(rule.statement)} <small>${markup(specOf(rule))}</small></p>
${notes.filter(Boolean).join("\n")}
</div>
</article>`;
}

/** Where the spec speaks of a rule, and how firmly. */
function specOf({ section, level, conditional }: RuleResult): string {
  return `${section} · ${level}${conditional ? ", conditional" : ""}`;
}

function baseline({ baseline: known }: RuleResult): string {
  if (!known) return "";
  const text = `Known failure, until ${known.expires}: ${known.reason}`;
  return `<p class="note">${markup(text)}</p>`;
}

function detail(rule: RuleResult): string {
  const isSaid = rule.failure !== undefined || rule.result === "skipped";
  return rule.detail === null || isSaid ? "" : `<p class="note">${markup(rule.detail)}</p>`;
}

function where({ cells }: RuleResult): string {
  if (cells === undefined) return "";
  const lacking = cells.lacking.map((one) => `<li>${markup(one)}</li>`).join("");
  const list = lacking === "" ? "" : `<ul class="note">${lacking}</ul>`;
  return `<p class="note">${markup(cellsText(cells))}</p>${list}`;
}

function observed(rule: RuleResult): string {
  const nothing = rule.observed === null || rule.observed === undefined;
  return nothing
    ? ""
    : `<p class="note">seen: <code>${markup(valueText(rule.observed))}</code></p>`;
}

/** Where the rule is not a cause: the link to what is to be mended first. */
function standsOn({ stands }: RuleResult): string {
  if (stands === undefined) return "";
  return `<p class="note">Mend first: <a href="#${stands}">${stands}</a></p>`;
}

function evidence({ id, failure, checks, about }: RuleResult, session?: FailureSession): string {
  if (!failure) return "";
  const { expected, actual } = diffOf(failure.expected, failure.actual);
  const rows: [string, string][] = [
    ["edge", markup(failure.narrowed ?? "")],
    ["expected", `<pre class="expected">${expected}</pre>`],
    ["actual", `<pre class="actual">${actual}</pre>`],
    ["answered", codeHtml(failure.answered)],
    ["to fix it", markup(about?.fix ?? "")],
    isProperty(id) && session
      ? ["steps", stepsHtml(failure, session)]
      : ["exchange", exchangesHtml(failure, session)],
    ["curl", copied("curl command", failure.curl)],
    ...(session ? sessionRows(id, session) : []),
    ["check", markup(checks.join("; "))],
  ];
  const shown = rows.filter(([, html]) => html !== "");
  return `<dl>
${shown.map(([term, html]) => `<dt>${term}</dt><dd>${html}</dd>`).join("\n")}
</dl>`;
}

function codeHtml(text = ""): string {
  return text === "" ? "" : `<code>${markup(text)}</code>`;
}

/** A property's session was made small: every step of it is needed. */
function isProperty(id: string): boolean {
  return id.startsWith("PROP-");
}

function sessionRows(id: string, { file }: FailureSession): [string, string][] {
  const path = markup(file);
  const link: [string, string] = ["session", `<a href="${path}" download>${path}</a>`];
  const replay = `touchstone replay ${file} --profile FILE`;
  return isProperty(id) ? [link, ["again", copied("replay command", replay)]] : [link];
}

function copied(name: string, command: string): string {
  return `<div class="copy"><pre>${markup(command)}</pre>
<button type="button" data-copy aria-label="Copy the ${name}">copy</button></div>`;
}

/** What helps a reader who has to mend it, or to agree that it is legal. */
function about({ id, failure, about: known }: RuleResult): string {
  if (!known) return "";
  const unsaid = failure === undefined && known.fix !== undefined;
  const fix = unsaid ? `<p class="note">To fix it: ${markup(known.fix ?? "")}</p>` : "";
  const variants = known.accepts.map(
    ({ question, accepts }) => `<li>${markup(`${question}: ${accepts}`)}</li>`,
  );
  const said = known.sentences?.map((sentence) => `<li>${markup(sentence)}</li>`).join("") ?? "";
  const sentences = said === "" ? "" : `<p>the spec says:</p><ul>${said}</ul>\n`;
  const accepted = variants.length === 0 ? "" : `<ul>${variants.join("")}</ul>`;
  const source = known.source ? `; its check: <code>${markup(known.source)}</code>` : "";
  return `${fix}<details class="about"><summary>about this rule</summary>
${accepted === "" ? "" : `<p>accepted, and why:</p>${accepted}`}
${sentences}<p>more: <code>touchstone explain ${id}</code>${source}</p></details>`;
}

/** A place the spec leaves open, and what this deployment does there. */
export function openRow(rule: RuleResult): string {
  const seen = rule.observed ?? rule.detail;
  return `<tr id="${rule.id}" data-result="${rule.result}">
<th scope="row"><a href="#${rule.id}">${rule.id}</a></th>
<td>${markup(rule.statement)}</td><td>${seenHtml(seen)}</td></tr>`;
}

/** Several values read as a list, a record as a list of its members. */
function seenHtml(seen: unknown): string {
  if (Array.isArray(seen)) return seen.map(seenHtml).join("<br>");
  if (typeof seen !== "object" || seen === null) return `<code>${markup(valueText(seen))}</code>`;
  const members = Object.entries(seen).map(
    ([name, value]) => `${markup(name)}: <code>${markup(valueText(value))}</code>`,
  );
  return members.join("<br>");
}
