import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RULES } from "../catalogue/rules.ts";
import { SENTENCES } from "../spec/index.ts";
import { REJECT_CODES } from "../spec/reject-codes.ts";
import { ROUTES } from "../spec/route-table.ts";
import { specPage } from "./spec-page.ts";

const page = specPage();
const lines = page.split("\n");

/** What stands between this heading and the next of its rank. */
function under(heading: string): string[] {
  const [rank = ""] = heading.split(" ");
  const from = lines.indexOf(heading);
  assert.ok(from >= 0, heading);
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith(`${rank} `));
  return lines.slice(from, length < 0 ? undefined : from + 1 + length);
}

describe("the page of the spec", () => {
  it("has a line for every sentence, with the rules that stand on it", () => {
    for (const { says, rules, none = "" } of SENTENCES) {
      const carriers = rules.length > 0 ? rules.join(", ") : none;
      const end = says.slice(says.lastIndexOf(": ") + 1).trim();
      const line = lines.find((one) => one.includes(carriers) && one.includes(end));
      assert.ok(line, `${says}: ${carriers}`);
    }
  });

  it("names every route once, with its defaults", () => {
    const table = under("### Routes").filter((line) => /^\| [A-Z]{3,6} \| `/.test(line));
    assert.equal(table.length, ROUTES.length);
    assert.ok(
      table.some(
        (line) => line.includes("/markets/{market_id}/book") && line.includes("depth = 50"),
      ),
    );
  });

  it("names fields once, each before what holds of it", () => {
    const fields = under("### Order place request").filter((line) => line.startsWith("| qty |"));
    assert.deepEqual(fields, [
      "| qty | required, an integer | ORD-FIELD-07, ORD-FIELD-08, ORD-FIELD-20 |",
    ]);
  });

  it("has the meaning of every reject code", () => {
    const codes = under("### Order reject codes");
    for (const { code, when } of REJECT_CODES) {
      assert.ok(
        codes.some((line) => line.startsWith(`| ${code} |`) && line.includes(when)),
        code,
      );
    }
  });

  it("tells every rule that the spec leaves open, and every claim", () => {
    const open = under("## What is open").join("\n");
    for (const { id, level, claim } of RULES) {
      if (level !== "must" || claim !== undefined) assert.ok(open.includes(`| ${id} |`), id);
    }
  });
});
