import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runInNewContext } from "node:vm";
import { EVERY_RESULT, reportOf } from "../fixture.ts";
import { renderHtml } from "./html.ts";
import { PAGE_SCRIPT } from "./page-script.ts";

describe("index.html", () => {
  const html = renderHtml(reportOf(EVERY_RESULT));

  it("shows the verdict and how many rules were shown at the top", () => {
    const header = html.slice(html.indexOf("<header>"), html.indexOf("</header>"));
    assert.match(header, /class="verdict bad">FAIL<\/span> 1 rule failed/);
    assert.match(header, /<b>5<\/b> of <b>11<\/b> rules shown\s+<span>\(45%\)/);
  });

  it("has every rule once as a cell of the map and once as a deep link's target", () => {
    for (const { id } of EVERY_RESULT) {
      assert.equal(html.split(` id="${id}" data-result=`).length, 2, id);
      assert.match(html, new RegExp(`<a class="[a-z ]+" href="#${id}" title=`));
    }
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

  it("carries a script that parses", () => {
    assert.ok(html.includes(`<script>${PAGE_SCRIPT}</script>`));
    assert.doesNotThrow(() => runInNewContext(`() => {${PAGE_SCRIPT}}`));
  });
});
