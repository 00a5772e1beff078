import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Check, conform, must, that, UsageError } from "./library.ts";

/** A rule of one's own that asks for a status, and the check that looks. */
function asking(status: number) {
  const rule = must(`OWN-HEALTH-${status}`, `health answers ${status}`, { section: "(ours)" });
  const check: Check = {
    title: `health is asked, and ${status} expected`,
    proves: [rule.id],
    needs: ["agent"],
    async body(t) {
      const { response } = await t.agent.get("/health");
      t.expect(
        rule.id,
        response?.status,
        that(String(status), (seen) => seen === status),
      );
    },
  };
  return { rules: [rule], checks: [check] };
}

describe("conform, as a library", () => {
  it("judges rules of one's own like those of the spec", async () => {
    const { rules, summary } = await conform({ only: ["OWN-*"], own: asking(200) });
    assert.deepEqual([rules[0]?.result, summary.pass, summary.fail], ["pass", 1, 0]);
  });

  it("fails them with what was expected and the exchange that shows it", async () => {
    const { rules } = await conform({ only: ["OWN-HEALTH-204"], own: asking(204) });
    const [rule] = rules;
    assert.equal(rule?.result, "fail");
    assert.deepEqual([rule?.failure?.expected, rule?.failure?.actual], ["204", "200"]);
    assert.match(rule?.failure?.exchanges[0]?.path ?? "", /\/health$/);
  });

  it("refuses a rule under an id of the spec's", async () => {
    const own = asking(200);
    const taken = { ...own, rules: [{ ...own.rules[0]!, id: "TIF-GTC-01" }] };
    await assert.rejects(conform({ own: taken }), UsageError);
  });

  it("refuses a target that does not answer", async () => {
    await assert.rejects(conform({ target: "http://127.0.0.1:1" }), UsageError);
  });
});
