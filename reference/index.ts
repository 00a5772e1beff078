/** The public door of the reference venue: start it, embedded or standing alone. */
/// <reference types="node" preserve="true" />
export type * from "./core/commands.ts";
export type { VenueEvent } from "./core/events.ts";
export type * from "./core/outcomes.ts";
export { REFUSAL_CODES, REJECT_CODES } from "./core/rejects.ts";
export type { SocketlessRequest, SocketlessResponse } from "./http/socketless.ts";
export type { Followed } from "./http/socketless-stream.ts";
export { type Reference, type ReferenceOptions, startReference } from "./start.ts";
/** What a store of one's own must do. */
export type { Batch } from "./store/batch.ts";
export type { JournalPage } from "./store/page.ts";
export type { Store, StoredSnapshot } from "./store/store.ts";
export { terminalFile } from "./terminal/terminal-files.ts";
export { answerOf, type ServedFile } from "./wire/served-file.ts";
