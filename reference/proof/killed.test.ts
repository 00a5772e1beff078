/** Kills a venue under load again and again, and asks it afterwards for what it acknowledged. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { openDurable } from "../store/open-store.ts";
import { SQLITE_DRIVERS } from "../store/sqlite-drivers.fixture.ts";
import { verify } from "../store/verify.ts";
import { Mortal } from "./mortal.fixture.ts";
import { Witness } from "./witness.fixture.ts";

/** More by `TOUCHSTONE_KILLS`: the torture. */
const KILLS = Number(process.env["TOUCHSTONE_KILLS"] ?? 3);
/** Requests under way at a time. */
const CLIENTS = 16;
/** From the first acknowledgement to the kill, at most. Units: ms. */
const LIFE_MS_MAX = 500;
const folder = mkdtempSync(join(tmpdir(), "killed-"));
after(() => rmSync(folder, { recursive: true }));

for (const { driver, skip } of SQLITE_DRIVERS) {
  const title = `keeps every acknowledged write over ${KILLS} kills, and none of the others by halves`;
  it(`${title}, by ${driver}`, { skip }, async () => {
    const store = `${driver}:${join(folder, `${driver}.sqlite`)}`;
    const mortal = new Mortal(store);
    const witness = new Witness(await mortal.start(), () => mortal.url);
    const { placed } = witness.acknowledged;
    for (let kill = 1; kill <= KILLS; kill++) {
      const names = Array.from({ length: CLIENTS }, (_, client) => `k${kill}-${client}`);
      const clients = names.map((name) => witness.trade(name));
      while (placed.size === 0) await pause(5);
      await pause(LIFE_MS_MAX * Math.random());
      await mortal.kill();
      await Promise.all(clients);
      await mortal.start();
      await witness.assertKept();
      witness.forget();
    }
    await mortal.kill();
    const opened = await openDurable(store);
    const { notices } = await verify(opened, () => {});
    await opened.close();
    assert.deepEqual(notices, []);
  });
}
