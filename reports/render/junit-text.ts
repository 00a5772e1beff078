/** JUnit XML from plain cases: what every kind of run writes for machines that gate on it. */
import { markup } from "./text.ts";

/** One thing judged. Shape: `message` is one line, `text` the evidence; a note is no failure. */
export interface JunitCase {
  suite: string;
  name: string;
  outcome: "pass" | "failure" | "error" | "skipped" | "note";
  message?: string;
  text?: string;
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
    time: (head.durationMs / 1000).toFixed(3),
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

/** What is judged runs interleaved, so no time belongs to one case: suites and cases say 0. */
function suiteText({ name, timestamp }: Record<string, string>, all: readonly JunitCase[]): string {
  const cases = all.filter(({ suite }) => suite === name);
  const head = { name: name!, ...totals(cases), time: "0", timestamp: timestamp! };
  return [`<testsuite ${attributes(head)}>`, ...cases.map(caseText), "</testsuite>"].join("\n");
}

function caseText({ suite, name, ...rest }: JunitCase): string {
  const head = attributes({ classname: `touchstone.${suite}`, name, time: "0" });
  const body = bodyText(rest);
  return body === "" ? `<testcase ${head}/>` : `<testcase ${head}>${body}</testcase>`;
}

function bodyText({ outcome, message = "", text = "" }: Omit<JunitCase, "suite" | "name">): string {
  if (outcome === "pass") return "";
  if (outcome === "note") return `<system-out>${markup(message)}</system-out>`;
  return `<${outcome} ${attributes({ message })}>${markup(text)}</${outcome}>`;
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
