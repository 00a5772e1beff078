/** Who trades best. Spec: Endpoints, Account and leaderboard. */
import { Type } from "typebox";
import type { Figure } from "../../data/leaderboard.ts";
import { standingRecord } from "../../wire/mapping.ts";
import { StandingRecord } from "../../wire/people-records.ts";
import { listOf } from "../../wire/records.ts";
import { limitOf, Offset } from "../../wire/schemas.ts";
import { found } from "./lookups.ts";
import { ok, route } from "./route.ts";

const section = "Account and leaderboard";

/** What the places go by. D-121. */
const FIGURES = {
  score: "score",
  pnl: "pnlCents",
  volume: "volumeCents",
  roi: "roi",
} as const satisfies Record<string, Figure>;

const asked = Type.Object({
  sort: Type.Enum(["score", "pnl", "volume", "roi"], { default: "score" }),
  order: Type.Enum(["asc", "desc"], { default: "desc" }),
  limit: limitOf(50),
  offset: Offset,
});

const list = route({
  method: "GET",
  path: "/leaderboard",
  auth: "public",
  scope: "read",
  isDear: true,
  query: asked,
  responses: {
    200: {
      means: "a page of accounts",
      body: listOf("entries", StandingRecord, { total: Type.Integer(), ...asked.properties }),
    },
  },
  rules: ["LEAD-LIST-*"],
  section,
  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);
    const entries = all.slice(offset, offset + limit).map(standingRecord);
    return ok({ entries, count: entries.length, total: all.length, ...query });
  },
});

const read = route({
  method: "GET",
  path: "/leaderboard/account/:public_id",
  auth: "public",
  scope: "read",
  isDear: true,
  params: Type.Object({ public_id: Type.String() }),
  responses: { 200: { means: "one account's place", body: StandingRecord } },
  errors: ["ACCOUNT_NOT_FOUND"],
  rules: ["LEAD-ACC-*"],
  section,
  async handle({ parts, at, params }) {
    const standing = (await parts.leaderboard.sorted("score", "desc", at)).find(
      ({ publicId }) => publicId === params.public_id,
    );
    // Where nobody has the id: D-122.
    return ok(standingRecord(found(standing, "ACCOUNT_NOT_FOUND")));
  },
});

export const leaderboardRoutes = [list, read];
