/** JUnit XML from plain cases: what every kind of run writes for machines that gate on it. */
import { markup } from "./text.ts";

/**
 * One thing judged. Shape: `message` is one line, `text` the evidence; a note is no failure. Units:
 * `timeMs` absent where what is judged has no time of its own.
 */
export interface JunitCase {
  suite: string;
  name: string;
  outcome: "pass" | "failure" | "error" | "skipped" | "note";
  message?: string;
  text?: string;
  timeMs?: number;
}

/** What the run says of itself. */
export interface JunitHead {
  name: string;
  startedAt: string;
  durationMs: number;
}

/** Text of junit.xml, suites in the order of their first case. */
export function junitText(head: JunitHead, cases: readonly JunitCase[]): string {
  const counts = attributes({
    name: head.name,
    ...totals(cases),
    time: seconds(head.durationMs),
  });
  const suites = [...new Set(cases.map((one) => one.suite))].map((name) =>
    suiteText({ name, timestamp: head.startedAt }, cases),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    ...suites,
    "</testsuites>\n",
  ].join("\n");
}

/** Suites run interleaved: each says how long its cases took, which may be more than the run did. */
function suiteText({ name, timestamp }: Record<string, string>, all: readonly JunitCase[]): string {
  const cases = all.filter(({ suite }) => suite === name);
  const tookMs = cases.reduce((sum, { timeMs = 0 }) => sum + timeMs, 0);
  const head = { name: name!, ...totals(cases), time: seconds(tookMs), timestamp: timestamp! };
  return [`<testsuite ${attributes(head)}>`, ...cases.map(caseText), "</testsuite>"].join("\n");
}

function caseText({ suite, name, timeMs = 0, ...rest }: JunitCase): string {
  const head = attributes({ classname: `touchstone.${suite}`, name, time: seconds(timeMs) });
  const body = bodyText(rest);
  return body === "" ? `<testcase ${head}/>` : `<testcase ${head}>${body}</testcase>`;
}

function bodyText({
  outcome,
  message = "",
  text = "",
}: Omit<JunitCase, "suite" | "name" | "timeMs">): string {
  if (outcome === "pass") return "";
  if (outcome === "note") return `<system-out>${markup(message)}</system-out>`;
  return `<${outcome} ${attributes({ message })}>${markup(text)}</${outcome}>`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function totals(cases: readonly JunitCase[]) {
  const count = (outcome: JunitCase["outcome"]) =>
    String(cases.filter((one) => one.outcome === outcome).length);
  return {
    tests: String(cases.length),
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
  };
}

/** A parser turns a bare line break inside an attribute into a space, so it is spelled out. */
function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${markup(value).replaceAll("\n", "&#10;")}"`)
    .join(" ");
}
