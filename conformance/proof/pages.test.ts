import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { MUTANTS } from "../catalogue/mutants.ts";
import { DIALECTS } from "../dialects/index.ts";
import { dialectsPage, mutantsPage } from "./pages.ts";
import { INDEPENDENT_VENUES } from "./run-dialect.ts";

it("lists a mutant once for each rule it breaks, and the no-op below", () => {
  const mutant = { name: "ioc-is-gtc", breaks: ["TIF-IOC-01", "TIF-IOC-03"], defect: "IOC | GTC." };
  const row = { mutant, withControl: "killed", withoutControl: "needs control" };
  const lines = mutantsPage([row], "no failure").split("\n");
  const cells = "ioc-is-gtc | IOC \\| GTC. | killed | needs control |";
  assert.ok(lines.includes(`| TIF-IOC-01 | ${cells}`));
  assert.ok(lines.includes(`| TIF-IOC-03 | ${cells}`));
  assert.equal(lines.at(-2), "The no-op, which changes nothing: no failure.");
});

it("lists a dialect with its decision", () => {
  const row = { name: "jitter", decision: "D-098", variant: "Late.", result: "no failure" };
  assert.match(dialectsPage([row]), /\| jitter \| D-098 \| Late\. \| no failure \|\n$/);
});

/** The rows of a page without what became of them, which takes a proof. */
function rowsIn(page: string, outcomes: number): string[] {
  const last = new RegExp(`( [^|]* \\|){${outcomes}}$`);
  const rows = page.split("\n").filter((line) => line.startsWith("| "));
  return rows.map((line) => line.replace(last, ""));
}

const committed = (name: string) =>
  readFileSync(new URL(`../../docs/tables/${name}.md`, import.meta.url), "utf8");

it("has each mutant on its page as it is now", () => {
  const none = { withControl: "-", withoutControl: "-" };
  const page = mutantsPage(
    MUTANTS.map((mutant) => ({ mutant, ...none })),
    "",
  );
  assert.deepEqual(rowsIn(committed("mutants"), 2), rowsIn(page, 2));
});

it("has each dialect on its page as it is now", () => {
  const spoken = [...DIALECTS, ...INDEPENDENT_VENUES.map((one) => ({ decision: "all", ...one }))];
  const page = dialectsPage(spoken.map((one) => ({ ...one, result: "-" })));
  assert.deepEqual(rowsIn(committed("dialects"), 1), rowsIn(page, 1));
});
