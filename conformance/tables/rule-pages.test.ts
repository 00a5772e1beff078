import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RULES, ruleById } from "../catalogue/rules.ts";
import { rulePage } from "../explain/rule-page.ts";
import { rulePages } from "./rule-pages.ts";

describe("the pages of rules", () => {
  it("are one for each rule, beside the list and the register", () => {
    const expected = ["index", "decisions", ...RULES.map(({ id }) => id)];
    assert.deepEqual(
      Object.keys(rulePages()),
      expected.map((name) => `docs/rules/${name}.md`),
    );
  });

  it("are all in the list, once", () => {
    const listed = [...(rulePages()["docs/rules/index.md"]?.() ?? "").matchAll(/^\| \[(.+?)\]/gm)];
    assert.deepEqual(listed.map(([, id]) => id).sort(), RULES.map(({ id }) => id).sort());
  });

  it("say what is asked, how to fix it, what it takes, what is accepted, what proves it", () => {
    const page = rulePage(ruleById("REJ-PRICE-01"));
    assert.match(page, /^# REJ-PRICE-01\n\n\*\*A price above the band is refused .*\.\*\*\n/);
    assert.match(page, /^- Level: either: the spec names several outcomes/m);
    assert.match(page, /^## When your venue fails it\n\nDecline above the band's upper end/m);
    assert.match(page, /^## What the spec says, in our words\n\n- /m);
    assert.match(page, /^## How it is checked\n\n- .*above the band/m);
    assert.match(page, /conform --profile venue\.yaml --only REJ-PRICE-01/);
    assert.match(
      page,
      /^- \*\*A price outside the band\*\* \(\[D-004\]\(decisions\.md#d-004\)\)\. A decline/m,
    );
    assert.match(page, /the dialect \[band-as-validation\]\(\.\.\/tables\/dialects\.md\)/);
    assert.match(
      page,
      /\(\.\.\/tables\/mutants\.md\): A price above the band is moved to its upper/,
    );
  });

  it("keep numbers and asterisks of sentences from being read as markup", () => {
    assert.match(rulePage(ruleById("IDEM-REPLAY-01")), /^- 2\\\. The same agent's replay/m);
    assert.match(rulePage(ruleById("SESS-CSRF-01")), /agents\/\\\*\/keys/);
  });

  it("have no advice and no known-bad venue for what cannot fail", () => {
    const page = rulePage(ruleById("MATCH-PRIO-01"));
    assert.doesNotMatch(page, /When your venue fails it|can fail/);
    assert.match(page, /nothing fails/);
  });
});
