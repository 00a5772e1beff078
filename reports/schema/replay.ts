/** The result of replaying sessions and running scenarios: one entry a file. */
import Type from "typebox";
import { count, runFields, text } from "./run.ts";

const Difference = Type.Object({
  at: text("member of the body; empty for the whole"),
  recorded: Type.Unknown({ description: "absent: was not there" }),
  live: Type.Unknown({ description: "absent: is not there" }),
});

const Finding = Type.Object({
  n: count("line of the session, or step of the scenario"),
  what: text("what was asked, and by whom"),
  verdict: text("different, follows, ambiguous or inconclusive"),
  why: text("in one line"),
  cause: Type.Union([Type.Integer(), Type.Null()], { description: "the line it follows from" }),
  differences: Type.Array(Difference),
});

const Counted = Type.Object({ why: text("reason"), count: count("how often") });

const FileResult = Type.Object({
  file: text("as given"),
  kind: Type.Enum(["session", "story"]),
  title: text("what the scenario is called; the recorded target of a session"),
  shows: Type.Array(Type.String(), { description: "rules a scenario shows" }),
  result: Type.Enum(["pass", "fail", "skipped", "inconclusive"]),
  verdict: text("the gravest of its lines, or what became of the scenario"),
  detail: Type.Union([Type.String(), Type.Null()]),
  played: count("lines or steps"),
  counts: Type.Record(Type.String(), Type.Integer(), { description: "lines by verdict" }),
  findings: Type.Array(Finding),
  allowed: Type.Array(Counted, { description: "legal differences" }),
  ignored: Type.Array(Counted, { description: "values that were not compared" }),
  warnings: Type.Array(Type.String()),
  session: Type.Optional(text("what happened instead, relative to this file")),
});

/** The TypeBox schema of report.json of a replay. */
export const ReplayReportSchema = Type.Object({
  ...runFields("replay"),
  verdict: Type.Object({ word: Type.Enum(["PASS", "FAIL", "NOTHING SHOWN"]), sentence: text("") }),
  summary: Type.Object({
    pass: count("files that went as recorded or written, or legally otherwise"),
    fail: count("files that did not"),
    skipped: count("files this target cannot play"),
    inconclusive: count("files that something else interfered with"),
  }),
  files: Type.Array(FileResult),
});

/** A replay against one target. */
export type ReplayReport = Type.Static<typeof ReplayReportSchema>;

/** What one file came to. */
export type ReplayFileResult = Type.Static<typeof FileResult>;

/** One line or step that was not as it should be. */
export type ReplayFinding = Type.Static<typeof Finding>;
