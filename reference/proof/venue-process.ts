/** A venue in a process of its own, whose processor time and memory can be asked for. */
import { runVenue } from "./run-venue.ts";

await runVenue(JSON.parse(process.argv[2]!));
