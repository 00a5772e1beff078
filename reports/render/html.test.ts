import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runInNewContext } from "node:vm";
import { EVERY_RESULT, FAILED, finishedRun, reportOf, ruleResult } from "../conformance.fixture.ts";
import { renderHtml } from "./html.ts";
import { PAGE_SCRIPT } from "./page-script.ts";

/** Two exchanges that read like those of FAILED. */
function session(id: string, client_order_id: string) {
  const request = { method: "POST", path: "/v1/orders", body: { client_order_id } };
  const lines = [
    { touchstone: "session/1" },
    { n: 1, actor: "maker", request, response: { status: 201, body: { order_id: "5f0c" } } },
    { n: 2, actor: "maker", request },
    { end: true },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return { file: `failures/${id}.session.jsonl`, text };
}

describe("index.html", () => {
  const html = renderHtml(finishedRun(reportOf(EVERY_RESULT)));

  it("shows the verdict and how many rules were shown at the top", () => {
    const header = html.slice(html.indexOf("<header>"), html.indexOf("</header>"));
    assert.match(header, /class="verdict bad">FAIL<\/span> 1 rule failed/);
    assert.match(header, /<b>4<\/b> of <b>10<\/b> rules shown\s+<span>\(40%\), 1 of 1 open place/);
  });

  it("has every rule once as a cell of the map and once as a deep link's target", () => {
    for (const { id } of EVERY_RESULT) {
      assert.equal(html.split(` id="${id}" data-result=`).length, 2, id);
      assert.match(html, new RegExp(`<a class="[a-z ]+" href="#${id}" title=`));
    }
  });

  it("tells which checks took longest", () => {
    const run = finishedRun(reportOf(EVERY_RESULT));
    const timings = [
      { check: "a quick one", requests: 2, tookMs: 5 },
      { check: "a slow one", requests: 120, tookMs: 61_234 },
    ];
    const page = renderHtml({ ...run, timings });
    assert.match(page, /a slow one<\/td><td class="n">120<\/td><td class="n">61.23 s/);
    assert.ok(page.indexOf("a slow one") < page.indexOf("a quick one"));
  });

  it("puts failures first, new ones before known ones, and passes last", () => {
    const order = ["IDEM-REPLAY-01", "TIF-PO-04", "ERR-VAL-01", "LIM-429-02", "GEN-JSON-01"];
    const places = order.map((id) => html.indexOf(` id="${id}" data-result=`));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  });

  it("escapes what the target said", () => {
    assert.match(html, /order_id &#60;b onclick=&#34;x&#34;&#62;91aa/);
    assert.ok(!html.includes("<b onclick"));
    assert.ok(!html.includes("\u001b"));
  });

  it("says beside a failure how to fix it, and what is accepted", () => {
    assert.match(html, /To fix it: Store the order's id|To fix it: Store the order&#39;s id/);
    assert.match(html, /<li>What a replay returns: The same &#60;id&#62;\.<\/li>/);
    assert.match(html, /<li>2\. A replay places no second order \(Endpoints, behaviour of POST/);
  });

  it("links a failure to its session and to nothing outside", () => {
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link);
    assert.ok(links.includes("failures/IDEM-REPLAY-01.session.jsonl"));
    for (const link of links) assert.match(link, /^(#|failures\/)/);
    assert.doesNotMatch(html, /url\(|@import|<link|<img/);
    assert.match(html, /default-src 'none'/);
  });

  it("counts skips by reason and offers a filter for every result present", () => {
    assert.match(html, /<summary><b>2<\/b> no check yet<\/summary>/);
    assert.match(html, /data-show="skipped" aria-pressed="false">skipped <b>3<\/b>/);
  });

  it("shows the bodies of the exchanges that decided, from the session", () => {
    const { file, text } = session(FAILED.id, "made-by-a-key");
    const page = renderHtml(finishedRun(reportOf([FAILED]), [{ file, text }]));
    assert.match(page, /<details open><summary><code>POST \/v1\/orders<\/code>/);
    assert.match(page, /&#34;client_order_id&#34;: &#34;made-by-a-key&#34;/);
    assert.doesNotMatch(renderHtml(finishedRun(reportOf([FAILED]))), /made-by-a-key/);
  });

  it("stays under 500 kB for a full run with many failures", () => {
    const statement = "A sentence as long as the longest of the catalogue tends to be. ".repeat(2);
    const rules = Array.from({ length: 400 }, (_, n) => {
      const id = `AREA-RULE-${n}`;
      const given = n < 40 ? { ...FAILED, id } : ruleResult({ id });
      const failure = { ...FAILED.failure!, session: `failures/${id}.session.jsonl` };
      return { ...given, statement, ...(n < 40 && { failure }) };
    });
    const sessions = rules.slice(0, 40).map(({ id }) => session(id, `"key" `.repeat(2_000)));
    assert.ok(renderHtml(finishedRun(reportOf(rules), sessions)).length < 500_000);
  });

  it("carries a script that parses", () => {
    assert.ok(html.includes(`<script>${PAGE_SCRIPT}</script>`));
    assert.doesNotThrow(() => runInNewContext(`() => {${PAGE_SCRIPT}}`));
  });
});
