/** The evidence of one rule on the page: its exchanges with bodies, its steps, its files. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  FAILED,
  FAILED_SESSION,
  finishedRun,
  REFUSED,
  reportOf,
  ruleResult,
  sessionOf,
} from "../conformance.fixture.ts";
import { renderHtml } from "./html.ts";
import { ruleArticle } from "./rule-html.ts";

const failure = FAILED.failure as NonNullable<typeof FAILED.failure>;

/** This many failures, each with a session of its own. */
function manyFailures(count: number, text: string) {
  const ids = Array.from({ length: count }, (_, n) => `AREA-RULE-${n}`);
  const rules = ids.map((id) => {
    const session = `failures/${id}.session.jsonl`;
    return { ...FAILED, id, failure: { ...failure, session } };
  });
  const sessions = ids.map((id) =>
    sessionOf(id, [{ body: { text }, answer: { text } }, { body: { text } }]),
  );
  return { rules, sessions };
}

describe("a failed rule on the page", () => {
  it("shows the exchanges that decided with their bodies, the last one open", () => {
    const html = ruleArticle(FAILED, FAILED_SESSION);
    assert.equal(html.match(/&#34;client_order_id&#34;: &#34;made-by-a-key&#34;/g)?.length, 2);
    assert.equal(html.match(/<details open><summary><code>POST \/v1\/orders<\/code>/g)?.length, 1);
    assert.doesNotMatch(ruleArticle(FAILED), /made-by-a-key/);
  });

  it("shows bodies for every failure, however many there are", () => {
    const { rules, sessions } = manyFailures(30, "what was sent");
    const html = renderHtml(finishedRun(reportOf(rules), sessions));
    assert.equal(html.match(/<p class="label">answered<\/p>/g)?.length, 30);
  });

  it("cuts long bodies, shorter ones before the deciding exchange, and says so", () => {
    const [first, second] = [{ text: "a".repeat(5_000) }, { text: "b".repeat(5_000) }];
    const session = sessionOf(FAILED.id, [{ body: first, answer: {} }, { body: second }]);
    const html = ruleArticle(FAILED, session);
    assert.match(html, /a{500,}\n… cut after 600 characters; the session has it whole/);
    assert.match(html, /b{1900,}\n… cut after 2000 characters; the session has it whole/);
  });

  it("keeps the page of a full run with many failures under 800 kB", () => {
    const statement = "A sentence as long as the longest of the catalogue tends to be. ".repeat(2);
    const { rules, sessions } = manyFailures(40, `"key" `.repeat(2_000));
    const passed = Array.from({ length: 400 }, (_, n) => ruleResult({ id: `MORE-RULE-${n}` }));
    const all = [...rules, ...passed].map((rule) => ({ ...rule, statement }));
    assert.ok(renderHtml(finishedRun(reportOf(all), sessions)).length < 800_000);
  });

  it("names a session only where its file was written", () => {
    assert.match(
      ruleArticle(FAILED, FAILED_SESSION),
      /href="failures\/IDEM-REPLAY-01.session.jsonl"/,
    );
    assert.doesNotMatch(ruleArticle(FAILED), /session/);
  });

  it("tells what the deciding request was refused with", () => {
    const html = ruleArticle(REFUSED);
    assert.match(html, /<dt>answered<\/dt><dd><code>400 .*&#60;b&#62;x-request-id.* is required/);
    assert.doesNotMatch(ruleArticle(FAILED), /<dt>answered/);
  });

  it("tells where the failure begins and ends", () => {
    const narrowed = { ...failure, narrowed: "refused at 1 and 99, accepted from 2 to 98" };
    assert.match(
      ruleArticle({ ...FAILED, failure: narrowed }),
      /<dt>edge<\/dt><dd>refused at 1 and 99, accepted from 2 to 98<\/dd>/,
    );
    assert.doesNotMatch(ruleArticle(FAILED), /<dt>edge/);
  });
});

describe("a broken property on the page", () => {
  const orders = ["BUY", "SELL", "BUY"].map((side, n) => ({
    body: { side, type: "LIMIT", price: 48 + n, qty: 1, market_id: "9a0d" },
    answer: { status: "NEW", filled_qty: 0 },
  }));
  const session = sessionOf("PROP-STATEFUL-01", orders);
  const rule = {
    ...FAILED,
    id: "PROP-STATEFUL-01",
    failure: { ...failure, exchanges: [{ method: "POST", path: "/v1/orders", status: 201 }] },
  };

  it("shows every step of its session in words, and how to play it again", () => {
    const html = ruleArticle(rule, session);
    assert.match(html, /<dt>steps<\/dt>/);
    assert.match(
      html,
      /<span class="gist">SELL LIMIT price 49 qty 1<\/span> <b class="status s2">201<\/b> <span class="gist">NEW</,
    );
    // Three steps, a variant that is accepted, a sentence of the spec.
    assert.equal(html.match(/<li>/g)?.length, 3 + 1 + 1);
    assert.match(
      html,
      /touchstone replay failures\/PROP-STATEFUL-01\.session\.jsonl --profile FILE/,
    );
  });

  it("shows what was not asked over HTTP too, and begins late where there is too much", () => {
    const opened = { n: 9, actor: "maker", stream: "s1", open: { path: "/v1/ws" }, status: 401 };
    const many = Array.from({ length: 70 }, () => JSON.stringify(opened)).join("\n");
    const html = ruleArticle(rule, { ...session, text: `${many}\n${session.text}` });
    assert.match(html, /<li>maker opens s1: 401<\/li>/);
    assert.match(html, /The first 13 steps are in the session alone/);
    assert.match(html, /<ol class="exchanges" start="14">/);
  });
});
