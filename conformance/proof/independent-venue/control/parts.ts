/** The parts of the control protocol that an independent venue can offer. */

/** One capability, as `GET {control}` announces it. */
export type ControlPart = (typeof CONTROL_PARTS)[number];

/** All it knows; it keeps no journal, so it has no digest. */
export const CONTROL_PARTS = [
  "agents",
  "sessions",
  "markets",
  "clock",
  "freeze",
  "upstream",
  "gates",
  "reset",
] as const;
