/** The whole spec in our words, as `docs/spec.md`. */

import { markdownTable } from "../../reports/render/markdown-table.ts";
import { SENTENCES } from "../spec/index.ts";
import { REJECT_CODES } from "../spec/reject-codes.ts";
import { type ListedRoute, type QueryParameter, ROUTES } from "../spec/route-table.ts";
import type { Sentence } from "../spec/sentence.ts";
import { leftOpenText } from "./spec-open.ts";

const HEAD = `# The API that Touchstone proves

A testnet venue where bots and people trade BTC markets: an order book for each market, limit and market
orders, accounts with agents and wallets, API keys and browser sessions, market data, a leaderboard, and
a realtime stream. JSON over HTTP, ${ROUTES.length} routes, each under four prefixes, and one WebSocket.
Version 0.1.0, called V1 beta.

It is this API only. Touchstone knows its routes, fields and codes by name; a venue that speaks another
protocol, FIX or an exchange's own, cannot be judged by it.

This page is the whole spec in our own words. Beside each sentence stand the ids of the rules that prove
it: \`touchstone explain ID\` tells what a rule asks and accepts, and how to mend a venue that fails it.
Where none can, it says why. *Not shown* is what the spec leaves to the
venue: nothing fails there, and [what is open](#what-is-open) lists it. What carries each sentence is in
[coverage](tables/coverage.md). Made by \`npm run tables\`.
`;

const HOLDS = "what holds";
/** What a sentence is about that names nothing. */
const ALL = "all";

/** From this share of sentences on that name what they are about, it has a column of its own. */
const NAMING_LEAST = 0.75;

/** Sentences under one heading, in the spec's order. */
interface Heading {
  title: string;
  sentences: readonly Sentence[];
}

/** The page's text. */
export function specPage(): string {
  const sections = grouped(SENTENCES, ({ part }) => part.split(", ")[0] ?? part);
  const contents = [...sections.map(({ title }) => title), "What is open"].map(
    (title) => `- [${title}](#${title.toLowerCase().replaceAll(" ", "-")})\n`,
  );
  return `${HEAD}\n${contents.join("")}${sections.map(sectionText).join("")}\n${leftOpenText()}`;
}

/** What concerns all of a section comes first, what it leaves open last, as the spec has it. */
function sectionText({ title, sentences }: Heading): string {
  const parts = grouped(sentences, ({ part }) => part.slice(title.length).replace(/^, /, ""));
  const ordered = parts.toSorted((a, b) => Number(b.title === "") - Number(a.title === ""));
  const routes = title === "Endpoints" ? `\n### Routes\n\n${routesText()}` : "";
  return `\n## ${title}\n${routes}${ordered.map(partText).join("")}`;
}

function partText({ title, sentences }: Heading): string {
  const heading = title === "" ? "" : `\n### ${title[0]?.toUpperCase()}${title.slice(1)}\n`;
  return `${heading}\n${title === "order reject codes" ? rejectCodesText() : sentencesText(sentences)}`;
}

/** A sentence without what it is about, and that. */
interface Split {
  of: string;
  says: string;
}

/** Where most sentences tell what they are about, its column is filled where it changes. */
function sentencesText(sentences: readonly Sentence[]): string {
  const about = sentences.map(aboutOf);
  const named = about.filter(({ of }) => of !== ALL).length;
  const isAlike = new Set(about.map(({ of }) => of)).size === 1;
  if (isAlike || named < NAMING_LEAST * about.length) {
    const rows = sentences.map((one) => [one.says, carriersOf(one)]);
    return markdownTable([HOLDS, "rules"], rows);
  }
  const rows = sentences.map((one, at) => {
    const { of, says } = about[at] ?? { of: ALL, says: one.says };
    return [of === about[at - 1]?.of ? "" : of, says, carriersOf(one)];
  });
  return markdownTable(["of", HOLDS, "rules"], rows);
}

/** Of an endpoint its route, else the field or call that a sentence begins with. */
function aboutOf({ part, says: whole, routes: [route, ...more] }: Sentence): Split {
  const [, named = ALL, says = whole] = /^([^:,]{1,40}): (.+)$/.exec(whole) ?? [];
  if (!part.startsWith("Endpoints")) return { of: named, says };
  const isOne = route?.includes("/") && more.length === 0;
  return isOne ? { of: `\`${route}\``, says } : { of: ALL, says: whole };
}

const carriersOf = ({ rules, none }: Sentence): string =>
  rules.length > 0 ? rules.join(", ") : `no rule: ${none}`;

function rejectCodesText(): string {
  const rows = REJECT_CODES.map(({ code, http, when, rules }) => [
    code,
    http,
    when,
    rules.replaceAll(" ", ", "),
  ]);
  return markdownTable(["code", "answer", "when", "rules"], rows);
}

const WHOSE: Record<ListedRoute["about"], string> = {
  caller: "the caller's own",
  anybody: "the venue's",
  "sign-in": "a way to sign in",
};

function routesText(): string {
  const rows = ROUTES.map(({ route, about, query }) => {
    const [method = "", path = ""] = route.split(" ");
    return [method, `\`${path}\``, WHOSE[about], query.map(parameterText).join(", ")];
  });
  return markdownTable(["method", "path", "what it is about", "query, with its defaults"], rows);
}

function parameterText({ name, byDefault }: QueryParameter): string {
  if (byDefault === null) return name;
  return `${name} = ${byDefault === "" ? '""' : byDefault}`;
}

function grouped(sentences: readonly Sentence[], titleOf: (one: Sentence) => string): Heading[] {
  const titles = [...new Set(sentences.map(titleOf))];
  return titles.map((title) => ({
    title,
    sentences: sentences.filter((one) => titleOf(one) === title),
  }));
}
