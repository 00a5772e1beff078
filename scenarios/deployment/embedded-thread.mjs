// The reference on a thread of its own: the venue works while the harness judges what it answered.
import { parentPort } from "node:worker_threads";
import "./sources.mjs";

const { startReference } = await import("../../reference/index.ts");

/** The venue that runs; one after another, since most of a start is the loading of this thread. */
let venue;
parentPort.on("message", async (options) => {
  if (options === null) {
    await venue.close();
    parentPort.postMessage(null);
  } else {
    venue = await startReference(options);
    parentPort.postMessage(venue.profile());
  }
});
