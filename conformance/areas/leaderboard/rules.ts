/** Rules on the leaderboard. */
import { PREFIXES } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";

const EVERYWHERE = { prefix: PREFIXES };

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must(
    "LEAD-LIST-01",
    "GET /leaderboard answers 200, at most 50 entries by default, and honours limit",
    {
      section: "Account",
      over: EVERYWHERE,
      decisions: ["D-121"],
      fix: "Apply limit, and a default of 50, when the board is read.",
    },
  ),
  either("LEAD-LIST-02", "GET /leaderboard with sort=score and order=desc equals the default", {
    section: "Account",
    over: EVERYWHERE,
    decisions: ["D-121"],
    fix:
      "Use score and desc where sort or order are absent, and break ties by something " +
      "stable, so that both forms give one order.",
  }),
  open("LEAD-LIST-03", "Whether entries fall by score, and asc reverses them", {
    section: "(silent)",
    over: EVERYWHERE,
    decisions: ["D-121"],
  }),
  open("LEAD-LIST-04", "What GET /leaderboard does with an unknown sort or order", {
    section: "Gaps",
    decisions: ["D-121"],
  }),
  must("LEAD-LIST-06", "Of more than 50 accounts exactly 50 come without limit", {
    section: "Account",
    follows: ["LEAD-LIST-01"],
    decisions: ["D-121", "D-113"],
    fix: "Apply 50 where limit is absent: a shorter board of your own is not what clients count on.",
  }),
  must(
    "LEAD-LIST-07",
    "offset=n of GET /leaderboard leaves out the first n, and 0 is the default",
    {
      section: "Account",
      follows: ["LEAD-LIST-01"],
      over: EVERYWHERE,
      decisions: ["D-114"],
      fix:
        "Count entries from 0 and leave out so many after sorting. Entries of one score need a " +
        "stable order, or pages overlap.",
    },
  ),
  either("LEAD-ACC-01", "An unknown public_id is answered 404 or within the allowed set", {
    section: "HTTP statuses",
    over: EVERYWHERE,
    decisions: ["D-122"],
    fix:
      "Answer 404 when nobody has the public_id. A ranked search returns the nearest " +
      "neighbour: look up by equality.",
  }),
  either("LEAD-ACC-02", "A public_id found in the leaderboard answers 200, not of others alone", {
    section: "Account",
    over: EVERYWHERE,
    decisions: ["D-122"],
    fix:
      "Look public_id up in the set that the board is made of. Another id, or a narrower " +
      "cache, misses who is listed.",
  }),
];
