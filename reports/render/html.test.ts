import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runInNewContext } from "node:vm";
import {
  EVERY_RESULT,
  FAILED_SESSION,
  finishedRun,
  reportOf,
  ruleResult,
} from "../conformance.fixture.ts";
import { renderHtml } from "./html.ts";
import { PAGE_SCRIPT } from "./page-script.ts";

describe("index.html", () => {
  const html = renderHtml(finishedRun(reportOf(EVERY_RESULT), [FAILED_SESSION]));

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

  it("marks on the map what failed by itself, and folds the map beneath it", () => {
    assert.match(html, /<a class="fail cause" href="#IDEM-REPLAY-01" title="[^"]*fail, by itself/);
    assert.match(html, /<a class="fail known" href="#TIF-PO-04"/);
    assert.match(html, /<details class="overview">\s*<summary>Map of 11 rules <small>failed: IDEM/);
    const green = renderHtml(finishedRun(reportOf([ruleResult({ id: "GEN-JSON-01" })])));
    assert.match(green, /<details class="overview" open>\s*<summary>Map of 1 rule</);
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
    assert.match(html, /<dt>to fix it<\/dt><dd>Store the order&#39;s id/);
    assert.match(html, /<li>What a replay returns: The same &#60;id&#62;\.<\/li>/);
    assert.match(html, /<li>2\. A replay places no second order \(Endpoints, behaviour of POST/);
  });

  it("links to nothing outside, and is forbidden to load it", () => {
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = ""]) => link);
    for (const link of links) assert.match(link, /^(#|failures\/)/);
    assert.doesNotMatch(html, /url\(|@import|<link|<img/);
    assert.match(html, /default-src 'none'/);
  });

  it("counts skips by reason and offers a filter for every result present", () => {
    assert.match(html, /<summary><b>2<\/b> no check yet<\/summary>/);
    assert.match(html, /data-show="skipped" aria-pressed="false">skipped <b>3<\/b>/);
  });

  it("carries a script that parses", () => {
    assert.ok(html.includes(`<script>${PAGE_SCRIPT}</script>`));
    assert.doesNotThrow(() => runInNewContext(`() => {${PAGE_SCRIPT}}`));
  });
});
