/** Who trades best. Spec: Endpoints, Account and leaderboard; D-121, D-122. */
import { Type } from "typebox";
import { type Figure, leaderboard, sorted } from "../../data/leaderboard.ts";
import { standingRecord } from "../../wire/mapping.ts";
import { Standing } from "../../wire/people-records.ts";
import { listOf } from "../../wire/records.ts";
import { limitOf, Offset } from "../../wire/schemas.ts";
import { found } from "./found.ts";
import { ok, route } from "./route.ts";

const section = "Account and leaderboard";

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
  query: asked,
  responses: {
    200: {
      means: "a page of accounts",
      body: listOf("entries", Standing, { total: Type.Integer(), ...asked.properties }),
    },
  },
  rules: ["LEAD-LIST-*"],
  section,
  handle({ services, query }) {
    const { sort, order, limit, offset } = query;
    const all = sorted(leaderboard(services.venue, services.projection), FIGURES[sort], order);
    const entries = all.slice(offset, offset + limit).map(standingRecord);
    return ok({ entries, count: entries.length, total: all.length, ...query });
  },
});

const read = route({
  method: "GET",
  path: "/leaderboard/account/:public_id",
  auth: "public",
  scope: "read",
  params: Type.Object({ public_id: Type.String() }),
  responses: { 200: { means: "one account's place", body: Standing } },
  errors: ["ACCOUNT_NOT_FOUND"],
  rules: ["LEAD-ACC-*"],
  section,
  handle({ services, params }) {
    const standing = leaderboard(services.venue, services.projection).find(
      ({ publicId }) => publicId === params.public_id,
    );
    return ok(standingRecord(found(standing, "ACCOUNT_NOT_FOUND")));
  },
});

export const leaderboardRoutes = [list, read];
