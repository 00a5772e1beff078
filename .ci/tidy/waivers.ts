/** Where a rule of the house does not hold, and why. */

/** What a rule finds and nobody mends. Shape: `finding` is how the finding begins. */
export interface Waiver {
  rule: number;
  finding: string;
  because: string;
}

const ACROSS_THE_WALL =
  "closed words of the spec: the reference and what judges it share no code, each says its own";

const CLOSED_WORDS = [
  ...["MarketKind", "MarketStatus", "Side"],
  ...["RejectCode", "RateLimits", "Capability", "Scope"],
];

/** What a venue is. */
const KEPT_FOR_EVER = [
  ...["accounts", "agents", "keys", "keysById", "markets"].map(
    (name) => `reference/core/state.ts: ${name} `,
  ),
  "reference/identity/members.ts: #byEmail ",
  "reference/identity/members.ts: #bySubject ",
  "reference/store/history/projection.ts: #volumes ",
];

export const WAIVERS: readonly Waiver[] = [
  ...CLOSED_WORDS.map((name) => ({ rule: 8, finding: `${name}: `, because: ACROSS_THE_WALL })),
  {
    rule: 1,
    finding: "reference/client/routes.ts:",
    because: "made by `npm run tables`, a line a member of a record",
  },
  {
    rule: 5,
    finding: "loadtest/k6/venue.ts: ",
    because: "k6 takes its options and its summary by name",
  },
  {
    rule: 6,
    finding: ".ci/tidy/house-rules.test.ts:",
    because: "made up, to show that the rule can fail",
  },
  {
    rule: 6,
    finding: "reports/render/terminal.test.ts:",
    because: "made up, as no catalogue has so many open rules as fill a page",
  },
  {
    rule: 9,
    finding: "reference/core/place.ts:",
    because: "what the core does with an order: the verb, not a place",
  },
  {
    rule: 11,
    finding: "loadtest/emit/k8s.test.ts:",
    because: "a definition of others, beside the project where somebody has put it there",
  },
  ...KEPT_FOR_EVER.map((finding) => ({
    rule: 12,
    finding,
    because: "one that vanished would be a loss: docs/guides/security.md says what bounds them",
  })),
];
