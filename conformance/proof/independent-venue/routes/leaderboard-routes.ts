/** The leaderboard, and one account on it. */
import { SORTS, type Standing, standings } from "../data/leaderboard.ts";
import { type Answer, ok } from "../http/answer.ts";
import type { Call, Route } from "../http/call.ts";
import { pageOf, wordQuery } from "../http/query.ts";
import { envelope, Refused } from "../http/refusal.ts";

function list(call: Call): Answer {
  const sort = wordQuery(call, "sort", SORTS) ?? "score";
  const order = wordQuery(call, "order", ["asc", "desc"]);
  const ranked = rankedBy(call, sort === "unknown" ? "score" : sort);
  const wanted = order === "asc" ? ranked.reverse() : ranked;
  const page = pageOf(call, wanted, { usual: 50, most: 200 }, true);
  return ok(call.parts.wire.list("leaders", page.map(call.parts.wire.leader)));
}

function get(call: Call): Answer {
  const wanted = call.params.public;
  const standing = rankedBy(call, "score").find(({ account }) => account.publicId === wanted);
  if (!standing) throw new Refused(envelope(404, "nobody", "no account has this public id"));
  return ok(call.parts.wire.record("leader", call.parts.wire.leader(standing)));
}

function rankedBy({ parts }: Call, sort: (typeof SORTS)[number]): Standing[] {
  return standings(parts.people, sort);
}

/** Both routes. */
export const LEADERBOARD_ROUTES: Route[] = [
  { method: "GET", path: "/leaderboard", needs: "data", handle: list },
  { method: "GET", path: "/leaderboard/account/{public}", needs: "data", handle: get },
];
