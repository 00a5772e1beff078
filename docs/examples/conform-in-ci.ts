/** Conformance from a program: the report is a value, and the exit code is yours. */
import { conform, newFailures, verdictOf } from "touchstone";

const target = process.env["VENUE_URL"];
const report = await conform({ only: ["TIF-*", "IDEM-*"], ...(target && { target }) });

console.log(`${verdictOf(report).word}: ${report.shown} of ${report.total} rules shown`);
for (const { id, statement, failure } of newFailures(report)) {
  console.log(`${id} ${statement}\n  expected ${failure?.expected}\n  actual   ${failure?.actual}`);
}
process.exitCode = newFailures(report).length === 0 ? 0 : 1;
