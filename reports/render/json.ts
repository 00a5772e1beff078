/** A report as report.json: keys in the schema's order, so that equal runs are equal files. */
import type Type from "typebox";
import { type Report, ReportSchema } from "../schema/report.ts";

/** Text of report.json. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(inOrder(report, ReportSchema), null, 2)}\n`;
}

/** The report without what differs between two equal runs. */
export function withoutTimes(
  report: Report,
): Omit<Report, "started_at" | "duration_ms" | "requests"> {
  const { started_at: _start, duration_ms: _duration, requests: _polls, ...rest } = report;
  return rest;
}

/** Keys the schema names come first, in its order; others follow by name. */
function inOrder(value: unknown, schema: Type.TSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, membersOf(schema).items));
  if (typeof value !== "object" || value === null) return value;
  const { properties = {} } = membersOf(schema);
  const object = value as Record<string, unknown>;
  const known = Object.keys(properties).filter((key) => Object.hasOwn(object, key));
  const others = Object.keys(object).filter((key) => !Object.hasOwn(properties, key));
  return Object.fromEntries([
    ...known.map((key) => [key, inOrder(object[key], properties[key])]),
    ...others.sort().map((key) => [key, inOrder(object[key], undefined)]),
  ]);
}

function membersOf(schema: Type.TSchema | undefined) {
  return (schema ?? {}) as { properties?: Record<string, Type.TSchema>; items?: Type.TSchema };
}
