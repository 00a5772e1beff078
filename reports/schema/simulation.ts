/** The result of simulations from seeds. */
import Type from "typebox";
import { count, runFields, text } from "./run.ts";
import { counted } from "./summary.ts";

const Counts = (description: string) => Type.Record(Type.String(), Type.Integer(), { description });

const Failure = Type.Object({
  seed: Type.Integer({ description: "of the simulation that broke a law" }),
  law: text("which"),
  message: text("what was seen, and what was due"),
  step: count("entry of the tape at which it was seen"),
  command: text("repeats that simulation"),
  shrunk_to: Type.Union([Type.Integer(), Type.Null()], {
    description: "entries of the smallest tape that shows it; null: the tape alone does not",
  }),
  session: Type.Union([Type.String(), Type.Null()], { description: "relative to this file" }),
});

/** The TypeBox schema of report.json of a simulation. */
export const SimulationReportSchema = Type.Object({
  ...runFields("simulation"),
  seed_last: Type.Integer({ description: "last seed of the batch" }),
  parameters: Type.Record(Type.String(), Type.Unknown(), { description: "of the first seed" }),
  seeds: count("simulations that were run"),
  commands: count("entries of all tapes"),
  events: count("things that happened, around the venue or on it"),
  virtual_ms: count("virtual time of all simulations together"),
  codes: Counts("reject codes and refusals met"),
  order_rules: Counts("order rules met"),
  faults: Counts("faults that struck"),
  laws: Type.Array(
    Type.Object({ law: text("name"), statement: text("in one line"), result: text("pass, fail") }),
  ),
  failure: Type.Union([Failure, Type.Null()]),
});

/** A batch of seeds. */
export type SimulationReport = Type.Static<typeof SimulationReportSchema>;

/** What a batch came to: whether every law held, and which one a seed broke. */
export function simulationVerdict({ failure, laws, seeds }: SimulationReport) {
  if (failure === null) {
    return { word: "PASS", sentence: `every law held in ${counted(seeds, "seed")}` } as const;
  }
  const statement = laws.find(({ law }) => law === failure.law)?.statement;
  const law = statement === undefined ? failure.law : `${failure.law}: ${statement}`;
  return { word: "FAIL", sentence: `seed ${failure.seed} breaks ${law}` } as const;
}
