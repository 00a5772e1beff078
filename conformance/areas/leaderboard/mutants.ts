/** Venues whose leaderboard is not what was asked for. */

import { ask, changeAnswer, changeRequest, fieldsOf } from "../../interposer/changes.ts";
import { changeStatus, refused } from "../../interposer/credentials.ts";
import {
  byDefault,
  ignores,
  isCount,
  lengthByDefault,
  resized,
  rowsOf,
} from "../../interposer/lists.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const LIST = "GET /leaderboard";
const ACCOUNT = "GET /leaderboard/account/*";

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "leaderboard-default-of-60",
    breaks: ["LEAD-LIST-01"],
    defect: "The leaderboard without limit has 60 entries.",
    wire: lengthByDefault(LIST, 60),
  },
  {
    name: "leaderboard-limit-ignored",
    breaks: ["LEAD-LIST-01"],
    defect: "The leaderboard ignores limit.",
    wire: ignores(LIST, "limit"),
  },
  {
    name: "leaderboard-by-pnl-ignores-limit",
    breaks: ["LEAD-LIST-01"],
    beside: ["LEAD-LIST-07"],
    // Its order is the same twice only where nobody else trades.
    controlled: true,
    defect: "The leaderboard with sort=pnl ignores limit.",
    wire: () =>
      changeRequest(LIST, ({ query: { limit = "", ...query }, ...request }) => {
        const isMeant = query["sort"] === "pnl" && isCount(limit);
        return { ...request, query: { ...query, ...(limit && !isMeant && { limit }) } };
      }),
  },
  {
    name: "leaderboard-of-10-where-fewer-than-40-are-asked-for",
    breaks: ["LEAD-LIST-01"],
    beside: ["LEAD-LIST-06"],
    controlled: true,
    defect: "The leaderboard with a limit from 11 to 39 has ten entries.",
    wire: () =>
      changeRequest(LIST, (request) =>
        resized(request, "limit", (size) => (size > 10 && size < 40 ? 10 : size)),
      ),
  },
  {
    name: "leaderboard-worst-first",
    breaks: ["LEAD-LIST-02"],
    defect: "The leaderboard of which nothing is said is the other way round.",
    wire: rowsOf(LIST, (rows, { query }) =>
      Object.keys(query).length === 0 ? rows.toReversed() : rows,
    ),
  },
  {
    name: "leaderboard-sorted-without-order-from-below",
    breaks: ["LEAD-LIST-02"],
    defect: "The leaderboard of which only sort is said begins with the lowest score.",
    wire: byDefault(LIST, "order", "asc", ({ query }) => query["sort"] !== undefined),
  },
  {
    name: "leaderboard-by-another-figure-from-below",
    breaks: ["LEAD-LIST-02"],
    // Where few have traded, and with each other, both orders may be one.
    controlled: true,
    defect: "The leaderboard sorted by another figure than the score begins with the lowest.",
    wire: byDefault(LIST, "order", "asc", ({ query: { sort = "score" } }) => sort !== "score"),
  },
  {
    name: "leaderboard-ordered-without-sort-by-volume",
    breaks: ["LEAD-LIST-02"],
    // Where few have traded, and with each other, both orders may be one.
    controlled: true,
    defect: "The leaderboard of which only order is said is sorted by volume.",
    wire: byDefault(LIST, "sort", "volume", ({ query }) => query["order"] !== undefined),
  },
  {
    name: "leaderboard-default-of-20",
    breaks: ["LEAD-LIST-06"],
    // The small page is seen by LEAD-LIST-01 too, where there are more than 20 accounts.
    alsoBreaks: ["LEAD-LIST-01"],
    defect: "The leaderboard without limit has 20 entries.",
    wire: byDefault(LIST, "limit", "20"),
  },
  {
    name: "leaderboard-from-below-of-20",
    breaks: ["LEAD-LIST-06"],
    controlled: true,
    defect: "The leaderboard with order=asc and without limit has 20 entries.",
    wire: byDefault(LIST, "limit", "20", ({ query }) => query["order"] === "asc"),
  },
  {
    name: "leaderboard-offset-ignored",
    breaks: ["LEAD-LIST-07"],
    defect: "The leaderboard ignores offset.",
    wire: ignores(LIST, "offset"),
  },
  {
    name: "leaderboard-pages-from-below-turned-round",
    breaks: ["LEAD-LIST-07"],
    defect:
      "A page with order=asc has the entries of the page with order=desc, the last one first.",
    wire: () =>
      changeAnswer(LIST, async (given, request, venue) => {
        const { order, ...query } = request.query;
        if (order !== "asc" || given.status !== 200) return given;
        const { entries = [], ...body } = fieldsOf((await venue({ ...request, query })).body);
        return { ...given, body: { ...body, entries: (entries as unknown[]).toReversed() } };
      }),
  },
  {
    name: "somebody-for-nobody",
    breaks: ["LEAD-ACC-01"],
    defect: "A public_id that nobody has is answered with somebody's place.",
    wire: changeStatus(ACCOUNT, 404, 200, { public_id: "p-1", rank: 1, score: 12 }),
  },
  {
    name: "listed-account-unknown",
    breaks: ["LEAD-ACC-02"],
    defect: "A public_id on the leaderboard is answered 404.",
    wire: refused(ACCOUNT, { status: 404, code: "ACCOUNT_NOT_FOUND" }),
  },
  {
    name: "listed-account-is-the-leader",
    breaks: ["LEAD-ACC-02"],
    defect: "Every public_id on the leaderboard is answered with the account of the first.",
    wire: () =>
      changeAnswer(ACCOUNT, async (given, request, venue) => {
        const { entries = [] } = fieldsOf((await ask({ request, venue }, LIST)).body);
        const { public_id: first } = fieldsOf((entries as unknown[])[0]);
        const path = `/leaderboard/account/${first}`;
        return given.status === 200 ? venue({ ...request, path }) : given;
      }),
  },
];
