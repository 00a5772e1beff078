/** What every kind of run says of itself: conformance, simulation, replay, load. */
import Type from "typebox";

/** A string of the schema, with what it tells. */
export const text = (description: string) => Type.String({ description });

/** A number of things. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });

/** The head of report.json of one kind of run; each kind adds what it found. */
export const runFields = <K extends string>(kind: K) => ({
  schema: Type.Literal("touchstone-report/1"),
  kind: Type.Literal(kind),
  tool: Type.Object({ name: Type.Literal("touchstone"), version: Type.String() }),
  target: Type.Object({
    name: text("name in the profile"),
    url: text("base address"),
    embedded: Type.Boolean({ description: "the reference venue inside the tool" }),
    control: Type.Array(Type.String(), { description: "capabilities of the control protocol" }),
  }),
  seed: Type.Integer({ description: "repeats the run" }),
  started_at: text("ISO 8601, UTC"),
  duration_ms: count("wall time of the run"),
  aborted: Type.Optional(text("why the run ended early")),
});
