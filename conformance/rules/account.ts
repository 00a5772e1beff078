/** Rules on account, positions, wallet and leaderboard. */
import { either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const ACCOUNT_RULES: readonly Rule[] = [
  must("ACC-ACC-01", "GET /account with a key answers 200", {
    section: "Account",
    needs: ["agent"],
    decisions: ["D-120"],
  }),
  must("ACC-ACC-02", "GET /account without credentials is answered 401", {
    section: "Authentication 9",
    decisions: ["D-131"],
  }),
  must("ACC-POS-01", "GET /positions with a key answers 200", {
    section: "Account",
    needs: ["agent"],
    decisions: ["D-120"],
  }),
  must("ACC-POS-02", "GET /positions without credentials is answered 401", {
    section: "Authentication 9",
    decisions: ["D-131"],
  }),
  open("ACC-POS-03", "Whether a fill shows in /positions with the market's id", {
    section: "(silent)",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-120"],
  }),
  must("ACC-WAL-01", "GET /me/wallet with a key answers 200", {
    section: "Account",
    needs: ["agent"],
    decisions: ["D-120"],
  }),
  must("ACC-WAL-02", "GET /me/wallet without credentials is answered 401", {
    section: "Authentication 9",
    decisions: ["D-131"],
  }),
  must("ACC-ISO-01", "Orders and positions of two agents are separate", {
    section: "What the service does",
    needs: ["two-owners", "binary", "quiet"],
  }),
  either("ACC-SHARE-01", "The session and the key of one agent see the same wallet", {
    section: "What the service does",
    needs: ["browser", "agent"],
    decisions: ["D-124"],
  }),
  must(
    "LEAD-LIST-01",
    "GET /leaderboard answers 200, at most 50 entries by default, and honours limit",
    { section: "Account", needs: ["agent"], decisions: ["D-121"] },
  ),
  either("LEAD-LIST-02", "GET /leaderboard with sort=score and order=desc equals the default", {
    section: "Account",
    needs: ["agent"],
    decisions: ["D-121"],
  }),
  open(
    "LEAD-LIST-03",
    "Whether entries fall by score, asc reverses them and offset moves the page",
    { section: "(silent)", needs: ["agent"], decisions: ["D-121"] },
  ),
  open("LEAD-LIST-04", "What GET /leaderboard does with an unknown sort or order", {
    section: "Gaps",
    needs: ["agent"],
    decisions: ["D-121"],
  }),
  either("LEAD-LIST-05", "GET /leaderboard with limit=abc is answered 422 (400 tolerated)", {
    section: "HTTP statuses",
    needs: ["agent"],
    decisions: ["D-002"],
  }),
  either("LEAD-ACC-01", "An unknown public_id is answered 404 or within the allowed set", {
    section: "HTTP statuses",
    needs: ["agent"],
    decisions: ["D-122"],
  }),
  either("LEAD-ACC-02", "A public_id found in the leaderboard answers 200", {
    section: "Account",
    needs: ["agent"],
    decisions: ["D-122"],
  }),
];
