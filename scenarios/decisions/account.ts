/** Decisions on account and leaderboard. */
import type { Decision } from "./decision.ts";

/** By id; ids are permanent. */
export const ACCOUNT_DECISIONS: readonly Decision[] = [
  {
    id: "D-120",
    question: "The records of account, positions and wallet",
    accepts:
      "200 and JSON of any shape. Quantities are sought under usual names; where none is found," +
      " rules on money are skipped.",
    reference: "Lists and amounts in cents",
  },
  {
    id: "D-121",
    question: "Sorting the leaderboard",
    accepts:
      "score and desc equal the defaults; scores out of order warn; unknown values may be 200, " +
      "400 or 422.",
    reference: "score, pnl, volume, roi",
    statuses: [{ on: /^GET \/leaderboard$/, among: [200, 400, 422], when: "filtered" }],
  },
  {
    id: "D-122",
    question: "An unknown public_id",
    accepts: "404, 400, 422, or a 200 without a record, as in D-109: only the path is shown.",
    reference: "404",
    statuses: [{ on: /^GET \/leaderboard\/account/, among: [404, 400, 422] }],
  },
  {
    id: "D-123",
    question: "Several agents of one account",
    accepts:
      "Any record of the account or of the agent that asks: an account owns one or more " +
      "agents, and bodies are not shown.",
    reference: "The account with its agents, the calling one marked",
  },
  {
    id: "D-124",
    question: "Session and key on one wallet",
    accepts: "Equal balances where both can be read; else skipped.",
    reference: "The account's first agent, or the one named",
  },
  {
    id: "D-125",
    question: "The cash an agent starts with",
    accepts: "Any amount: the spec says testnet cash and gives no number.",
    reference: "1,000,000 cents",
  },
];
