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
  },
  {
    id: "D-122",
    question: "An unknown public_id",
    accepts: "404, 400, 422, or 200 with null: only the path is shown.",
    reference: "404",
  },
  {
    id: "D-124",
    question: "Session and key on one wallet",
    accepts: "Equal balances where both can be read; else skipped.",
    reference: "The account's first agent, or the one named",
  },
];
