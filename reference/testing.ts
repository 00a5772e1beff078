/**
 * The second door, for who proves a venue from within: the bare state machine, and the parts of the
 * journal, to end a venue at any byte and look what comes back.
 */
export { Venue, type VenueOptions } from "./core/venue.ts";
export { openStore } from "./store/open-store.ts";
export { bindPage, GENESIS, type Head } from "./store/page.ts";
export { encodeRecord } from "./store/record.ts";
export { recover } from "./store/recovery.ts";
export { takeSnapshot } from "./store/snapshot.ts";
export { JournalTaken, StoreUnusable } from "./store/store.ts";
