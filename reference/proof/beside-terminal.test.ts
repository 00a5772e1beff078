/** A person trades at the terminal all along while the venue is checked: neither disturbs the other. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { parse } from "yaml";
import { assertQuiet, type Desk, openDesk, signUp, skip } from "./terminal-desk.fixture.ts";

const EMAIL = "beside@example.com";
const PASSWORD = "a long password";

const PAUSE_MS = 150;
/** An order that has no answer by then was lost with the session. Units: ms. */
const ACTION_MS = 8_000;
/** A check of a venue takes so long at most. Units: ms. */
const CHECK_MS = 270_000;
/** A trader who places nothing for so long is stuck. Units: ms. */
const STUCK_MS = 60_000;
const PLACED_MIN = 20;

/** Whose orders, trades, markets and switches a trader meets, and whose hours his session ends in. */
const DISTURBING = ["TIF", "MATCH", "OAPI", "MKT", "OPS"] as const;

const folder = mkdtempSync(join(tmpdir(), "beside-"));
after(() => rmSync(folder, { recursive: true }));

function touchstone(...args: string[]): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, ["touchstone.mjs", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  after(() => child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      text += chunk;
    });
  }
  return { child, said: () => text };
}

/** Places an order through the page and cancels it, whatever the venue says to it. */
async function tradeOnce({ page, panel }: Desk, price: number): Promise<string> {
  await page.locator("#order-price").fill(String(price));
  await panel("order").locator(".submit").dispatchEvent("click");
  const outcome = panel("order").locator(".outcomes li:first-child:not(.sending)");
  await outcome.waitFor();
  const kind = (await outcome.getAttribute("class")) ?? "";
  await page.waitForTimeout(PAUSE_MS);
  await panel("working").getByRole("button", { name: "Cancel all" }).dispatchEvent("click");
  await page.waitForTimeout(PAUSE_MS);
  return kind;
}

/** The check lets hours pass, in which a session ends: then somebody signs in again. */
async function signInAgain({ page }: Desk): Promise<boolean> {
  if ((await page.getByLabel("E-mail").count()) === 0) return false;
  await page.getByLabel("E-mail").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.locator("#order-price").waitFor();
  return true;
}

it("conform passes beside a terminal that trades", { skip, timeout: 290_000 }, async (t) => {
  const profile = join(folder, "venue.profile.yaml");
  const venue = touchstone(
    ...["serve", "--seed", "7", "--clock", "virtual", "--control-token", "secret"],
    ...["--port", "0", "--store", "memory:", "--profile-out", profile],
  );
  while (!/http:\/\/[\d.]+:\d+/.test(venue.said())) await once(venue.child.stdout!, "data");
  const { base_url } = parse(readFileSync(profile, "utf8")) as { base_url: string };
  const desk = await openDesk();
  await signUp(desk, base_url, EMAIL);
  desk.page.setDefaultTimeout(ACTION_MS);
  const began = performance.now();
  const check = touchstone(
    ...["conform", "--profile", profile, "--effort", "quick"],
    ...DISTURBING.flatMap((area) => ["--only", `${area}-*`]),
  );
  const ended = once(check.child, "close", { signal: AbortSignal.timeout(CHECK_MS) });
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void ended.then(end, end);
  const outcomes = new Map<string, number>();
  let placedAt = began;
  let longestMs = 0;
  for (let at = 0; !isOver; at++) {
    const again = (await signInAgain(desk).catch(() => false)) ? "signed in again" : null;
    const kind = again ?? (await tradeOnce(desk, 10 + (at % 30)).catch(() => "broken off"));
    outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    longestMs = Math.max(longestMs, performance.now() - placedAt);
    if (kind === "placed") placedAt = performance.now();
  }
  const [code] = await ended;
  const tookMs = performance.now() - began;
  const told = [...outcomes].map(([kind, count]) => `${count} ${kind}`).join(", ");
  t.diagnostic(
    `${Math.round(tookMs / 1_000)} s; orders: ${told}; longest without one ${Math.round(longestMs)} ms`,
  );
  t.diagnostic(check.said().trimEnd().split("\n").slice(-14).join("\n"));
  assert.equal(code, 0, check.said());
  assert.ok((outcomes.get("placed") ?? 0) >= PLACED_MIN, told);
  assert.ok(longestMs < STUCK_MS, `${longestMs} ms`);
  assertQuiet(desk);
});
