// One process of a fleet: runs the seeds it is sent, one after another.
import "../deployment/sources.mjs";

const loading = import("./verdict.ts");

process.on("message", async ({ seed, overrides }) => {
  const { judgeSeed } = await loading;
  process.send(await judgeSeed(seed, overrides));
});
