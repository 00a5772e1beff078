/** Runs an independent venue until interrupted: `serve.ts --port 0 --profile-out FILE`. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startIndependentVenue } from "./index.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: "0" }, "profile-out": { type: "string" } },
});
const venue = await startIndependentVenue({ port: Number(values.port) });
// JSON is YAML, so the profile needs no writer of its own
const profile = `${JSON.stringify(venue.profile, null, 2)}\n`;
console.log(venue.url);
if (values["profile-out"]) {
  writeFileSync(values["profile-out"], profile);
  console.log(values["profile-out"]);
} else {
  console.log(profile);
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void venue.close());
