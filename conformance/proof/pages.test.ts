import assert from "node:assert/strict";
import { it } from "node:test";
import { dialectsPage, mutantsPage } from "./pages.ts";

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
