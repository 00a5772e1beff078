import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EVERY_RESULT, FAILED, REFUSED, reportOf, ruleResult } from "../conformance.fixture.ts";
import { renderMarkdown } from "./markdown.ts";

describe("a report as Markdown", () => {
  const text = renderMarkdown(reportOf(EVERY_RESULT));

  it("begins with the verdict and what was shown", () => {
    assert.match(text, /^## FAIL: /);
    assert.match(text, /\*\*Rules shown 4 of 10 \(40%\), 57% of the 7 promised\*\* on staging/);
  });

  it("counts every result", () => {
    assert.match(
      text,
      /\| pass \| fail \| warn \| observed \| skipped \| inconclusive \| error \|/,
    );
    assert.match(text, /\| 1 \| 2 \| 1 \| 1 \| 3 \| 2 \| 1 \|/);
  });

  it("shows a failure with its evidence, and knows the baseline", () => {
    assert.match(text, /heaviest first\*\*\n\n### IDEM-REPLAY-01: IDEM-REPLAY-01 holds/);
    assert.match(text, /\nexchange {2}POST \/v1\/orders -> no answer\n/);
    assert.match(text, /\n- Fix: Store the order's id/);
    assert.match(text, /expected {2}order_id 5f0c/);
    assert.match(text, /Known failures, in the baseline: TIF-PO-04/);
  });

  it("tells what the deciding request was refused with", () => {
    const said = renderMarkdown(reportOf([REFUSED]));
    assert.match(
      said,
      /\nanswered {2}400 \{"message":"<b>x-request-id<\/b> is required"\}\nexchange/,
    );
    assert.doesNotMatch(text, /\nanswered/);
  });

  it("says what stands on a cause, and where it begins", () => {
    const narrowed = "refused at 1, accepted from 2 on";
    const cause = { rule: FAILED.id, cells: [], also: [], stands: ["IDEM-CONC-01"], narrowed };
    const said = renderMarkdown(reportOf([FAILED], { causes: [cause] }));
    assert.match(said, /\n- Narrowed: refused at 1, accepted from 2 on\n/);
    assert.match(said, /\n- Beside: 1 rule stands on it: IDEM-CONC-01\n/);
  });

  it("names the areas, folded", () => {
    assert.match(
      text,
      /<summary>Areas<\/summary>\n\n\| area [\s\S]*\| IDEM Idempotency \| 1 of 3 \| 1 \|/,
    );
  });

  it("lets nothing that a target says become markup", () => {
    const rule = { ...FAILED, statement: "a <img src=x> [link](x) | `code`" };
    const failure = { ...FAILED.failure!, actual: "```\n<script>\u001b[31m" };
    const said = renderMarkdown(reportOf([{ ...rule, failure }]));
    assert.doesNotMatch(said.replace(/`{4}text[\s\S]*?`{4}/g, ""), /<img|\[link|`code`|<script>/);
    assert.match(said, /`{4}text\n/);
    assert.ok(!said.includes("\u001b"));
  });

  it("points to the page when there are too many failures to show", () => {
    const many = Array.from({ length: 72 }, (_, n) =>
      ruleResult({ id: `A-B-${n}`, result: "fail" }),
    );
    assert.match(renderMarkdown(reportOf(many)), /and 10 more: see index\.html/);
  });
});
