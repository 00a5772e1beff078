/** The page in a real browser: found, filtered, linked, themed, copied, and readable by all. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { comparisonPage } from "./compare/conformance-page.ts";
import {
  EVERY_RESULT,
  FAILED,
  FAILED_SESSION,
  finishedRun,
  reportOf,
  ruleResult,
} from "./conformance.fixture.ts";
import { loadReport } from "./load.fixture.ts";
import { renderHtml } from "./render/html.ts";
import { renderLoadHtml } from "./render/load-html.ts";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = PATHS.find((path) => existsSync(path));
const skip = executablePath === undefined && "no Chromium is installed";

const AXE = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const FAILURE = `#${FAILED.id}`;

const evidence = FAILED.failure as NonNullable<typeof FAILED.failure>;
const failure = { ...evidence, expected: evidence.actual.replace("91aa", "5f0c") };
const stands = ["IDEM-CONC-01", "IDEM-CONC-02"];
const failing = reportOf(
  EVERY_RESULT.map((rule) => {
    if (rule.id === FAILED.id) return { ...rule, failure };
    return stands.includes(rule.id) ? { ...rule, stands: FAILED.id } : rule;
  }),
  { causes: [{ rule: FAILED.id, cells: [], also: [], stands, narrowed: null }] },
);
const passing = reportOf(EVERY_RESULT.map(({ id }) => ruleResult({ id })));

const PAGES: Record<string, string> = {
  run: renderHtml(finishedRun(failing, [FAILED_SESSION])),
  comparison: comparisonPage([failing, passing]),
  load: renderLoadHtml(loadReport()),
};

describe("the page in a browser", { skip, timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  before(async () => {
    for (const [name, html] of Object.entries(PAGES)) {
      writeFileSync(join(folder, `${name}.html`), html);
    }
    const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"];
    browser = await chromium.launch({ executablePath: executablePath as string, args });
    page = await browser.newPage({ colorScheme: "light" });
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) complaints.push(request.url());
    });
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
  });

  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (name: string, hash = "") =>
    page.goto(`${pathToFileURL(join(folder, `${name}.html`))}${hash}`);
  const visibleRules = () => page.locator("[data-result]:visible").count();
  const openMap = () => page.click(".overview > summary");
  /** The folds of evidence that can be seen, and of all folds those that are open. */
  const folds = async () => ({
    evidence: await page.locator(`${FAILURE} details:visible`).count(),
    open: String(
      await page.evaluate(`[...document.querySelectorAll("details")].map(({ open }) => open)`),
    ),
  });

  it("shows failures first, with what differs marked and the exchange beside it", async () => {
    await open("run");
    assert.equal(await page.locator("[data-result]").first().getAttribute("id"), FAILED.id);
    assert.match(await page.locator(`${FAILURE} .actual`).innerText(), /<b onclick="x">91aa/);
    assert.equal(await page.locator(`${FAILURE} ins`).innerText(), "91aa");
    assert.equal(await page.locator(`${FAILURE} del`).innerText(), "5f0c");
    assert.match(await page.locator(`${FAILURE} .exchanges`).innerText(), /no answer/);
  });

  it("filters by result and by words, and says when nothing matches", async () => {
    await open("run");
    await page.click('[data-show="observed"]');
    assert.equal(await visibleRules(), 1);
    await page.click('[data-show="all"]');
    await page.fill("#search", "replay order_id");
    assert.equal(await visibleRules(), 1);
    assert.equal(await page.locator(FAILURE).isVisible(), true);
    await page.fill("#search", "nonesuch");
    assert.equal(await visibleRules(), 0);
    assert.equal(await page.locator("#none").isVisible(), true);
  });

  it("keeps the evidence of a rule in sight, whatever is filtered and searched for", async () => {
    await open("run");
    const before = await folds();
    assert.equal(before.evidence, 4);
    await page.click('[data-show="fail"]');
    assert.equal((await folds()).evidence, before.evidence);
    await page.fill("#search", "replay order_id");
    assert.equal((await folds()).evidence, before.evidence);
    await page.fill("#search", "nonesuch");
    await page.keyboard.press("Escape");
    assert.deepEqual(await folds(), before);
    await page.click('[data-show="all"]');
    assert.deepEqual(await folds(), before);
  });

  it("opens the folds in which something was found, and closes them again", async () => {
    await open("run");
    await page.click(`${FAILURE} .about > summary`);
    const before = await folds();
    for (const id of ["#GEN-JSON-01", "#MKT-LIST-01", "#IDEM-CONC-01"]) {
      await page.fill("#search", id.slice(1));
      assert.equal(await page.locator(id).isVisible(), true, id);
    }
    await page.fill("#search", "");
    assert.deepEqual(await folds(), before);
    await page.click('[data-show="pass"]');
    assert.equal(await page.locator("#GEN-JSON-01").isVisible(), true);
    await page.click('[data-show="all"]');
    assert.deepEqual(await folds(), before);
  });

  it("prints every fold open, and leaves them as they were", async () => {
    await open("run");
    const before = await folds();
    await page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
    assert.doesNotMatch((await folds()).open, /false/);
    await page.evaluate(`dispatchEvent(new Event("afterprint"))`);
    assert.deepEqual(await folds(), before);
  });

  it("leads from a cause to what it left open, and back", async () => {
    await open("run");
    await page.click(`${FAILURE} .under > summary`);
    await page.click(`${FAILURE} .under a[href="#IDEM-CONC-01"]`);
    assert.equal(await page.locator("#IDEM-CONC-01").isVisible(), true);
    await page.click(`#IDEM-CONC-01 a[href="${FAILURE}"]`);
    assert.equal(await page.evaluate("location.hash"), FAILURE);
  });

  it("opens a deep link, even into a fold and past a filter", async () => {
    await open("run", "#GEN-JSON-01");
    assert.equal(await page.locator("#GEN-JSON-01").isVisible(), true);
    await page.click('[data-show="warn"]');
    await openMap();
    await page.click(`.map a[href="${FAILURE}"]`);
    assert.equal(await page.locator(FAILURE).isVisible(), true);
    assert.equal(await page.evaluate("location.hash"), FAILURE);
  });

  it("is worked by keys: find, next, previous, everything again, help", async () => {
    await open("run");
    await page.keyboard.press("j");
    assert.equal(await page.evaluate("location.hash"), FAILURE);
    await page.keyboard.press("j");
    assert.equal(await page.evaluate("location.hash"), "#TIF-PO-04");
    await page.keyboard.press("k");
    assert.equal(await page.evaluate("location.hash"), FAILURE);
    await page.keyboard.press("/");
    await page.keyboard.type("nonesuch?");
    assert.equal(await visibleRules(), 0);
    await page.keyboard.press("Escape");
    assert.ok((await visibleRules()) > 3);
    await page.keyboard.press("?");
    assert.equal(await page.locator("#help").isVisible(), true);
  });

  it("keeps what is searched for when the event of a link comes late", async () => {
    await open("run");
    await page.evaluate(`document.querySelector('.map a[href="${FAILURE}"]').click();
      const search = document.querySelector("#search");
      search.value = "nonesuch";
      search.dispatchEvent(new Event("input"))`);
    await page.evaluate("new Promise((done) => setTimeout(done, 100))");
    assert.equal(await visibleRules(), 0);
  });

  it("follows the system's theme until the reader chooses", async () => {
    await open("run");
    const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const light = await background();
    await page.click("#theme");
    const dark = await background();
    assert.notEqual(dark, light);
    await page.click("#theme");
    assert.equal(await background(), light);
    await page.emulateMedia({ colorScheme: "dark" });
    await open("run");
    assert.equal(await background(), dark);
    await page.emulateMedia({ colorScheme: "light" });
  });

  it("takes an address that is no text of a link for what it is", async () => {
    await open("run");
    await page.evaluate("location.hash = '%zz'");
    await page.goto(`${page.url().replace(/#.*/, "")}#%zz`);
    await page.reload();
  });

  it("closes its help, though no form may be sent", async () => {
    await open("run");
    await page.click("#keys");
    await page.click("#help button");
    assert.equal(await page.evaluate("document.getElementById('help').open"), false);
  });

  it("copies the curl line, or selects it where copying is refused", async () => {
    await open("run");
    await page.click(`${FAILURE} [data-copy]`);
    await page.waitForFunction(
      `/copied|selected/.test(document.querySelector("[data-copy]").textContent)`,
    );
  });

  for (const name of Object.keys(PAGES)) {
    it(`gives axe nothing serious to find, and a phone nothing to push: ${name}`, async () => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await open(name);
        await page.evaluate(
          "document.querySelectorAll('details').forEach((d) => { d.open = true })",
        );
        assert.deepEqual(await seriousFindings(page), []);
      }
      for (const width of [375, 400]) {
        await page.setViewportSize({ width, height: 700 });
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), width);
      }
      await page.setViewportSize({ width: 1200, height: 800 });
      await page.emulateMedia({ colorScheme: "light" });
    });
  }

  it("asks the network for nothing and complains of nothing", () => {
    assert.deepEqual(complaints, []);
  });
});

async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const options = `{ rules: { "target-size": { enabled: true } } }`;
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
