/** The one script of k6: scenarios from the settings, a function per flow, one summary. */
import http from "k6/http";
import * as limits from "./flows/limits.ts";
import * as orders from "./flows/orders.ts";
import * as reads from "./flows/read.ts";
import * as sessions from "./flows/session.ts";
import * as streams from "./flows/stream.ts";
import { optionsOf } from "./lib/options.ts";
import { settings } from "./lib/settings.ts";
import { summaryText } from "./lib/summary-text.ts";

// Names of this module's own: what it passes on from another one k6 looks for in every iteration.
export const { limitsOthers, limitsRead, limitsWrite } = limits;
export const { cross, decline, replayKey, restAndCancel } = orders;
export const { read } = reads;
export const { session } = sessions;
export const { stream, ticket } = streams;

// Outcomes are judged by us: to k6 a decline is a success and a 429 a failure.
http.setResponseCallback(null as unknown as ReturnType<typeof http.expectedStatuses>);

/** Asked for once, before there are users: hundreds of them need not work it out again. */
export const options = __VU === 0 ? optionsOf(settings) : {};

/** To the file the runner asked for; by hand, as text. */
export function handleSummary(data: { metrics: object }): Record<string, string> {
  const file = __ENV["SUMMARY_FILE"];
  return file ? { [file]: JSON.stringify(data) } : { stdout: summaryText(data) };
}
