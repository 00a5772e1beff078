/** Rules on markets and their data. */
import { ENDED, KINDS, PREFIXES } from "../../check/cell.ts";
import { must, open, type Rule } from "../../check/rule.ts";
import { DATA_RULES } from "./rules-data.ts";

const STATUSES = ["OPEN", ...ENDED];

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("MKT-LIST-01", "GET /markets answers 200", {
    section: "Markets and data",
    over: { prefix: PREFIXES },
    decisions: ["D-100"],
    fix:
      "Serve GET /markets under every prefix, with credentials at least. An empty venue " +
      "answers 200 and an empty list.",
  }),
  must(
    "MKT-LIST-02",
    "GET /markets gives at most 50 records by default and at most one with limit=1",
    {
      section: "Markets and data",
      over: { prefix: PREFIXES },
      fix: "Apply limit, and a default of 50, in the query, before records are enriched or cached.",
    },
  ),
  must("MKT-LIST-03", "offset=n of GET /markets leaves out the first n, and 0 is the default", {
    section: "Markets and data",
    over: { prefix: PREFIXES },
    decisions: ["D-114"],
    fix:
      "Count rows from 0 and leave out so many, after the filters and in an order that is stable. " +
      "A page number in place of an offset skips whole pages.",
  }),
  must("MKT-LIST-04", "GET /markets with a documented status gives only markets in it", {
    section: "Markets and data",
    follows: ["MKT-REC-02"],
    over: { value: STATUSES, prefix: PREFIXES },
    decisions: ["D-101"],
    fix:
      "Filter by status as it is now. Accept all four statuses, since VOID is the one most " +
      "often missing from the enum.",
  }),
  must("MKT-LIST-05", "GET /markets with a kind gives only markets of that kind", {
    section: "Markets and data",
    over: { value: KINDS, prefix: PREFIXES },
    decisions: ["D-101"],
    fix:
      "Hand kind to the query. Check that the cache key of the listing includes every " +
      "parameter.",
  }),
  open("MKT-LIST-06", "What GET /markets does with an unknown status or kind", {
    section: "Gaps",
    decisions: ["D-101"],
  }),
  must("MKT-LIST-08", "Of more than 50 markets GET /markets gives exactly 50 without limit", {
    section: "Markets and data",
    follows: ["MKT-LIST-02"],
    decisions: ["D-113"],
    fix: "Apply 50 where limit is absent: a smaller page of your own is not what clients count on.",
  }),
  must("MKT-LIST-09", "GET /markets with status, kind or both contains the OPEN markets meant", {
    section: "Markets and data",
    follows: ["MKT-LIST-03", "MKT-LIST-04", "MKT-LIST-05"],
    over: { kind: KINDS, prefix: PREFIXES },
    decisions: ["D-101"],
    fix:
      "Compare status and kind with what the records say, before limit and offset are applied. A " +
      "filter that matches nothing is as wrong as none.",
  }),
  must("MKT-LIST-10", "GET /markets with status, alone and with kind, contains the ended markets", {
    section: "Markets and data",
    follows: ["MKT-LIST-04", "MKT-LIST-05", "MKT-LIST-09"],
    over: { kind: KINDS, status: ENDED, prefix: PREFIXES },
    decisions: ["D-101"],
    fix: "Keep markets that have ended in the listing: it is not that of active ones.",
  }),
  must("MKT-REC-01", "A market record carries id, status and kind", {
    section: "Gaps",
    decisions: ["D-103"],
    fix:
      "Put id, status and kind into every record of every listing, id as a UUID text. A " +
      "short form for lists often drops one.",
  }),
  must("MKT-REC-02", "A market's status is OPEN, EXPIRED, RESOLVED or VOID", {
    section: "States",
    fix:
      "Map internal states to the four words where the record is made; ACTIVE or TRADING are " +
      "for the inside.",
  }),
  must("MKT-REC-03", "A market's kind is BTC_BINARY, BTC_PERP or BTC_PARLAY", {
    section: "What the service does",
    fix: "Send the three kinds in the spec's spelling, with BTC_ in front.",
  }),
  open("MKT-REC-04", "Whether a market record carries its geometry", {
    section: "Gaps",
    decisions: ["D-069"],
  }),
  must(
    "MKT-ACT-01",
    "GET /markets/active answers 200, at most 50 records by default, and honours limit",
    {
      section: "Markets and data",
      over: { prefix: PREFIXES },
      decisions: ["D-102"],
      fix:
        "Register /markets/active before /markets/{market_id}, and apply limit with a default " +
        "of 50. Filter before counting: with limit=n and n markets all of them come.",
    },
  ),
  open("MKT-ACT-02", "Whether GET /markets/active holds only OPEN markets", {
    section: "(silent)",
    over: { prefix: PREFIXES },
    decisions: ["D-102"],
  }),
  must("MKT-ACT-03", "Of more than 50 OPEN markets GET /markets/active gives exactly 50", {
    section: "Markets and data",
    follows: ["MKT-ACT-01"],
    decisions: ["D-102", "D-113"],
    fix: "Apply 50 where limit is absent to active markets too, on every prefix.",
  }),
  must("MKT-GET-01", "GET of a listed market answers 200 with the same id and kind", {
    section: "Markets and data",
    over: { kind: KINDS, prefix: PREFIXES },
    fix:
      "Build the single record by the same code as the listed one, and find every market " +
      "that any listing shows.",
  }),
  must("MKT-GET-02", "GET of a random market UUID is answered 404", {
    section: "HTTP statuses",
    over: { prefix: PREFIXES },
    fix:
      "Answer 404 with an envelope when the market does not exist. Serializing a missing " +
      "record gives 200 and null.",
  }),
  must("MKT-REC-05", "A market that refuses orders as closed is not told as OPEN", {
    section: "States 1",
    over: { kind: KINDS, status: ENDED },
    fix:
      "Tell the status that the order gate asks for. A parlay that one leg has lost is over, " +
      "whatever its other legs are.",
  }),
  ...DATA_RULES,
];
