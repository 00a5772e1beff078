// Hashes passwords in a thread of its own, which the machine lets run after the others.
import { scryptSync } from "node:crypto";
import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

/** How much later than the venue's own threads. Units: steps of nice. */
const LATER = 5;
const NICE_MAX = 19;

try {
  // Linux alone has a priority for each thread; elsewhere it stays as it is.
  const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  setPriority(thread, Math.min(getPriority(thread) + LATER, NICE_MAX));
} catch {}

parentPort.on("message", ({ id, password, salt, bytes, cost }) => {
  parentPort.postMessage({ id, hash: scryptSync(password, salt, bytes, cost) });
});
