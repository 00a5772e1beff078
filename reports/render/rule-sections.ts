/** The rules of a run in sections: causes first, then what else went wrong, what held last. */
import type { FinishedRun } from "../schema/finished-run.ts";
import type { Report, Result, RuleResult } from "../schema/report.ts";
import { byReason, knownFailures, newCauses, newFailures, withResult } from "../schema/summary.ts";
import { openRow, ruleArticle } from "./rule-html.ts";
import { markup } from "./text.ts";
import { underCause } from "./under-cause.ts";

/** What a reader looks for first comes first. */
export const PAGE_ORDER: readonly Result[] = [
  ...(["fail", "error", "warn", "inconclusive", "observed", "skipped", "pass"] as const),
];

const TITLES: Record<Exclude<Result, "fail">, string> = {
  error: "Errors of the harness",
  warn: "Legal, worth a look",
  inconclusive: "Inconclusive: left open by a cause, or interfered with",
  observed: "What this deployment does where the spec is open",
  skipped: "Skipped, and what would unlock it",
  pass: "Shown to hold",
};

/** How one rule is shown. */
type Article = (rule: RuleResult) => string;

/** All sections that have a rule, each rule in one of them. */
export function ruleSections({ report, sessions }: Omit<FinishedRun, "timings">): string {
  const rules = new Map(report.rules.map((rule) => [rule.id, rule]));
  const files = new Map(sessions.map((session) => [session.file, session]));
  const causes = newCauses(report);
  const article: Article = (rule) => {
    const under = causes.find((one) => one.rule === rule);
    const session = files.get(rule.failure?.session ?? "");
    return ruleArticle(rule, session, under ? underCause(under.cause, rules) : "");
  };
  const caused = causes.map(({ rule }) => rule);
  const beside = newFailures(report).filter((rule) => !caused.includes(rule));
  const rest = PAGE_ORDER.filter((result) => result !== "fail");
  return [
    section("fail", "Causes: what failed by itself, heaviest first", caused.map(article)),
    section("fail", "Failed beside a cause", beside.map(article)),
    section("fail", "Known failures, in the baseline", knownFailures(report).map(article)),
    ...rest.map((result) => resultSection(report, result, article)),
  ].join("\n");
}

function resultSection(report: Report, result: Exclude<Result, "fail">, article: Article): string {
  const articles = withResult(report, result).map(article);
  const inside = GROUPED[result]?.(report, article) ?? articles.join("\n");
  return section(result, TITLES[result], articles, inside);
}

function section(
  result: Result,
  title: string,
  articles: readonly string[],
  inside = articles.join("\n"),
): string {
  if (articles.length === 0) return "";
  const heading = `<h2>${title} <span>${articles.length}</span></h2>`;
  const folded = `<details class="fold"><summary>${heading}</summary>${inside}</details>`;
  return `<section class="rules ${result}">
${result === "pass" ? folded : `${heading}\n${inside}`}
</section>`;
}

/** Results that are not listed one by one. */
const GROUPED: Partial<Record<Result, (report: Report, article: Article) => string>> = {
  inconclusive: leftOpen,
  observed: openTable,
  skipped: unlocks,
};

/** One fold a rule that left others open; what was interfered with stands outside. */
function leftOpen(report: Report, article: Article): string {
  const rules = withResult(report, "inconclusive");
  const bases = new Set(rules.flatMap(({ stands }) => stands ?? []));
  const folds = [...bases].map((base) => {
    const standing = rules.filter(({ stands }) => stands === base);
    return fold(`left open by ${base}`, standing.map(article));
  });
  const others = rules.filter(({ stands }) => stands === undefined);
  return [...others.map(article), ...folds].join("\n");
}

function openTable(report: Report): string {
  return `<div class="table" tabindex="0" role="region" aria-label="Open places"><table class="open">
<thead><tr><th scope="col">rule</th><th scope="col">the spec leaves open</th>
<th scope="col">seen here</th></tr></thead>
<tbody>
${withResult(report, "observed").map(openRow).join("\n")}
</tbody></table></div>`;
}

/** One fold a reason: the reason says what to add to the profile. */
function unlocks(report: Report, article: Article): string {
  const rules = withResult(report, "skipped");
  const folds = byReason(report, "skipped").map(({ reason, ids }) => {
    const members = rules.filter(({ id }) => ids.includes(id));
    return fold(reason, members.map(article));
  });
  return folds.join("\n");
}

function fold(title: string, articles: readonly string[]): string {
  const summary = `<summary><b>${articles.length}</b> ${markup(title)}</summary>`;
  return `<details class="reason">${summary}\n${articles.join("\n")}</details>`;
}
