/** Sentences of the table of account and leaderboard routes. */
import { about } from "./sentence.ts";

const PART = "Endpoints, account and leaderboard";
const board = about(PART, "GET /leaderboard");

export const ACCOUNT_ROUTES = [
  about(PART, "GET /account").says("Account", "ACC-ACC-01"),
  about(PART, "GET /positions").says("Positions", "ACC-POS-01"),
  about(PART, "GET /me/wallet").says("Wallet", "ACC-WAL-01"),
  board.says("Leaderboard: sort, score by default", "LEAD-LIST-02 LEAD-LIST-04"),
  board.says("Leaderboard: order, desc by default", "LEAD-LIST-02 LEAD-LIST-03 LEAD-LIST-04"),
  board.says("Leaderboard: limit, 50 by default", "LEAD-LIST-01"),
  board.says("Leaderboard: offset, 0 by default", "LEAD-LIST-03"),
  about(PART, "GET /leaderboard/account/{public_id}").says(
    "One account of the leaderboard",
    "LEAD-ACC-01 LEAD-ACC-02",
  ),
];
