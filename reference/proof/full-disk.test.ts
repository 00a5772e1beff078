/** Fills the disk of a venue under load: nothing acknowledged is lost, and room is enough to go on. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { promisify } from "node:util";
import { SQLITE_DRIVERS } from "../store/sqlite-drivers.fixture.ts";
import { Mortal } from "./mortal.fixture.ts";
import { outliveOutages } from "./outage-under-load.fixture.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "full-disk-"));
after(() => rmSync(folder, { recursive: true }));
const hasPrlimit = await run("prlimit", ["--version"]).then(
  () => true,
  () => false,
);
/** Room that the file still has. Units: bytes. */
const LEFT = 100_000;

for (const { driver, skip } of SQLITE_DRIVERS) {
  it(`loses nothing when the disk is full, and goes on when there is room, by ${driver}`, {
    skip: skip || (!hasPrlimit && "prlimit, which makes a disk small, is missing"),
  }, async () => {
    const path = join(folder, `${driver}.sqlite`);
    const mortal = new Mortal(`${driver}:${path}`);
    const limit = (bytes: number | "unlimited") =>
      run("prlimit", ["--pid", String(mortal.pid), `--fsize=${bytes}:unlimited`]);
    await outliveOutages(mortal, [
      {
        takeAway: () => limit(statSync(`${path}-wal`).size + LEFT),
        giveBack: () => limit("unlimited"),
      },
      { takeAway: () => limit(1), giveBack: () => limit("unlimited") },
    ]);
  });
}
