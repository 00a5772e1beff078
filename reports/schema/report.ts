/** The result of a conformance run, as one versioned schema that writers and readers share. */
import Type from "typebox";
import { count, runFields, text } from "./run.ts";

/** What a rule came to, in the order reports count them. */
export const RESULTS = [
  "pass",
  "fail",
  "warn",
  "observed",
  "skipped",
  "inconclusive",
  "error",
] as const;

/** Told of a rule in place of the cells that failed, where all did. */
export const EVERY_CELL = "every cell";

const Exchange = Type.Object({
  method: text("HTTP method as sent"),
  path: text("path and query as sent"),
  status: Type.Union([Type.Integer(), Type.Null()], { description: "null: no answer came" }),
});

const Failure = Type.Object(
  {
    expected: text("what the rule asks for"),
    actual: text("what the target did"),
    exchanges: Type.Array(Exchange, { description: "the requests that show it, in order" }),
    curl: text("repeats the deciding request; secrets come from the environment"),
    session: Type.String({
      pattern: "^failures/[A-Za-z0-9._-]+\\.session\\.jsonl$",
      description: "the whole exchange, relative to this file",
    }),
    answered: Type.Optional(
      text(
        "status and body that the deciding request was refused with, on one line, cut, redacted",
      ),
    ),
    narrowed: Type.Optional(
      text("where it begins and ends: 'refused at 1 and 99, accepted 2 to 98'"),
    ),
  },
  { description: "the evidence of a failed rule" },
);

const Baseline = Type.Object(
  { reason: text("why it is tolerated"), expires: text("last day it is, YYYY-MM-DD") },
  { description: "a known failure: reported, but it does not fail the run" },
);

const Accepted = Type.Object({
  decision: text("permanent id in the decision register"),
  question: text("where the spec leaves room"),
  accepts: text("what never fails a venue there, and why"),
});

const About = Type.Object(
  {
    fix: Type.Optional(text("where such a venue usually goes wrong, and what to do")),
    sentences: Type.Optional(
      Type.Array(Type.String(), { description: "of the spec, in our words, with their headings" }),
    ),
    accepts: Type.Array(Accepted, { description: "the legitimate variants" }),
    source: Type.Optional(text("file and line of the check, in Touchstone's own sources")),
  },
  { description: "what helps with a rule that failed or warned" },
);

const Cells = Type.Object(
  {
    tried: count("cells in which the rule was shown to hold or not"),
    of: count("cells that a full effort looks into on this target"),
    failed: Type.Array(Type.String(), { description: "what the failed cells have in common" }),
    untried: Type.Array(Type.String(), { description: "values of this target not looked at" }),
    lacking: Type.Array(Type.String(), { description: "values it lacks, and what supplies them" }),
  },
  { description: "of a rule that ranges over kinds, sides, prefixes and the like" },
);

const RuleResultSchema = Type.Object({
  id: text("permanent id of the rule"),
  level: Type.Enum(["must", "either", "open"], { description: "how firmly the spec speaks" }),
  section: text("heading of the spec, (silent) where it says nothing"),
  statement: text("the rule in one line"),
  result: Type.Enum([...RESULTS]),
  detail: Type.Union([Type.String(), Type.Null()], { description: "why this result" }),
  observed: Type.Unknown({ description: "the value or branch seen, null if none" }),
  checks: Type.Array(Type.String(), { description: "titles of the checks that judged the rule" }),
  cells: Type.Optional(Cells),
  conditional: Type.Optional(Type.Literal(true)),
  stands: Type.Optional(text("the rule it stands on, which failed: no cause of its own")),
  baseline: Type.Optional(Baseline),
  failure: Type.Optional(Failure),
  about: Type.Optional(About),
});

const CauseSchema = Type.Object(
  {
    rule: text("the rule that failed by itself"),
    cells: Type.Array(Type.String(), { description: "what its failed cells have in common" }),
    also: Type.Array(Type.String(), { description: "rules that failed beside it" }),
    stands: Type.Array(Type.String(), { description: "rules that it left open" }),
    narrowed: Type.Union([Type.String(), Type.Null()], {
      description: "where the failure begins and ends; null where nothing was varied",
    }),
  },
  { description: "one thing to mend" },
);

const LeftBehindSchema = Type.Object(
  {
    what: Type.Enum(["order", "position", "key"]),
    id: text("of the order or the key, unknown where no answer told it; of a position its market"),
    agent: text("name or id of the agent that has it"),
    market: Type.Optional(text("id of the market an order rests in")),
    why: text("what its undoing was answered, or what is held"),
  },
  { description: "a trace of the run at its target" },
);

const SummarySchema = Type.Object(
  {
    pass: count("shown to hold"),
    fail: count("shown not to hold, known failures included"),
    warn: count("legal, worth a human look"),
    observed: count("open places, value recorded"),
    skipped: count("a precondition is missing"),
    inconclusive: count("something else interfered"),
    error: count("the harness itself went wrong"),
  },
  { description: "rules by result" },
);

/** The TypeBox schema of report.json. */
export const ReportSchema = Type.Object({
  ...runFields("conformance"),
  requests: Type.Object({ reads: count("GET requests"), writes: count("all others") }),
  effort: Type.Enum(["quick", "standard", "full"], { description: "how many cells were planned" }),
  cells: Type.Object(
    { tried: count("in which some rule was shown"), of: count("at full effort, on this target") },
    { description: "over all rules that range over several" },
  ),
  conditions: Type.Object(
    {
      tried: count("in which checks were run"),
      lacking: Type.Array(Type.String(), {
        description: "checks that came to a verdict without theirs alone",
      }),
    },
    { description: "what was drawn to surround checks: earlier orders, positions, another key" },
  ),
  summary: SummarySchema,
  shown: Type.Number({
    minimum: 0,
    description: "rules that can fail and were judged, in tenths where some cells were not",
  }),
  promised: count(
    "rules that can fail and were not skipped: what the profile supplies the means for",
  ),
  total: count("rules in this report that can fail"),
  open: Type.Object(
    { recorded: count("with a value seen"), total: count("in this report") },
    { description: "places that the spec leaves open, which never fail" },
  ),
  left: Type.Optional(
    Type.Array(LeftBehindSchema, { description: "what the run could not undo; absent: nothing" }),
  ),
  causes: Type.Array(CauseSchema, { description: "what failed by itself, heaviest first" }),
  areas: Type.Record(Type.String(), Type.String(), {
    description: "names of areas, by the first part of their rules' ids",
  }),
  rules: Type.Array(RuleResultSchema, { description: "in the catalogue's order" }),
});

/** A whole run against one target. */
export type Report = Type.Static<typeof ReportSchema>;

/** What one rule came to. Shape: `failure` is there when the rule failed with evidence. */
export type RuleResult = Type.Static<typeof RuleResultSchema>;

/** What failed by itself, and what follows from it. */
export type Cause = Type.Static<typeof CauseSchema>;

/** What a run could not undo. */
export type LeftBehind = Type.Static<typeof LeftBehindSchema>;

/** One of `RESULTS`. */
export type Result = RuleResult["result"];

/** Rules by result. */
export type Summary = Type.Static<typeof SummarySchema>;
