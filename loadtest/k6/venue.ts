/** The one script of k6: scenarios from the settings, a function per flow, one summary. */
import http from "k6/http";
import { optionsOf } from "./lib/options.ts";
import { settings } from "./lib/settings.ts";
import { summaryText } from "./lib/summary-text.ts";

export { limitsOthers, limitsRead, limitsWrite } from "./flows/limits.ts";
export { cross, decline, replayKey, restAndCancel } from "./flows/orders.ts";
export { read } from "./flows/read.ts";
export { session } from "./flows/session.ts";
export { stream, ticket } from "./flows/stream.ts";

// Outcomes are judged by us: to k6 a decline is a success and a 429 a failure.
http.setResponseCallback(null as unknown as ReturnType<typeof http.expectedStatuses>);

/** Asked for once, before there are users: hundreds of them need not work it out again. */
export const options = __VU === 0 ? optionsOf(settings) : {};

/** To the file the runner asked for; by hand, as text. */
export function handleSummary(data: { metrics: object }): Record<string, string> {
  const file = __ENV["SUMMARY_FILE"];
  return file ? { [file]: JSON.stringify(data) } : { stdout: summaryText(data) };
}
