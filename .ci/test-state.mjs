/**
 * Loaded before each test file: what its runs leave at their targets is written into a folder of its
 * own, neither among what the user's own runs left nor where another file's venue has the same port.
 * Threads load it too, without a loader of TypeScript, and have their process's folder.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const state = mkdtempSync(join(tmpdir(), "touchstone-state-"));
  process.env["TOUCHSTONE_STATE"] = state;
  process.once("exit", () => rmSync(state, { recursive: true, force: true }));
}
