/** Takes the picture of a report for the README: `npx tsx .ci/report-picture.ts`, some minutes. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { MUTANTS } from "../conformance/catalogue/mutants.ts";
import { chromiumPath } from "../reference/http/chromium.fixture.ts";
import { touchstone } from "./outputs/touchstone.ts";
import { onMutant } from "./outputs/variant.ts";

const DEFECT = "ids-shared-by-agents";
const PICTURE = "docs/images/report.png";
const SIZE = { width: 1200, height: 1250 };

const folder = mkdtempSync(join(tmpdir(), "touchstone-picture-"));
try {
  const mutant = MUTANTS.find(({ name }) => name === DEFECT);
  assert.ok(mutant, `no mutant is called ${DEFECT}`);
  await onMutant(mutant, join(folder, "venue.json"), async (profile) => {
    console.log(await touchstone("conform", "--profile", profile, "--report", folder));
  });
  const browser = await chromium.launch({ executablePath: chromiumPath!, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
  await page.goto(pathToFileURL(join(folder, "index.html")).href);
  await page.screenshot({ path: PICTURE });
  await browser.close();
} finally {
  rmSync(folder, { recursive: true });
}
