/** Where virtual time starts, here as on the reference. */

/** Units: epoch ms. */
export const START_MS = Date.UTC(2026, 0, 5);
