// The reference on a thread of its own: the venue works while the harness judges what it answered.
import { parentPort, workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
const { startReference } = await import("../../reference/index.ts");
const venue = await startReference(workerData);
parentPort.once("message", async () => {
  await venue.close();
  process.exit();
});
parentPort.postMessage(venue.profile());
