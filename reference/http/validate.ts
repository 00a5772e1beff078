/** Checks bodies and parameters against their schemas and says, field by field, what is wrong. */
import type { Static, TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { InvalidParameters, invalidBody } from "../wire/refused.ts";

interface FieldProblem {
  field: string;
  message: string;
  keyword: string;
}

type SchemaViolation = ReturnType<ReturnType<typeof Compile>["Errors"]>[number];

/** Makes the check of a body schema. Errors: the check throws VALIDATION_ERROR, fields listed. */
export function bodyCheck<T extends TSchema>(schema: T): (body: unknown) => Static<T> {
  const compiled = compiledOnce(schema);
  return (body) => {
    const validator = compiled();
    if (validator.Check(body)) return body as Static<T>;
    const problems = validator.Errors(body).flatMap((found) => explain(found, schema));
    const errors = problems.map(({ field, message }) => ({ field, message }));
    throw invalidBody(`the body is invalid: ${errors[0]!.field} ${errors[0]!.message}`, errors);
  };
}

/**
 * Makes the reader of query or path parameters: text in, values out, defaults filled in.
 * Unknown parameters are ignored (D-012). Errors: the reader throws the 422 detail array.
 */
export function parameterReader<T extends TObject>(schema: T, place: "query" | "path") {
  const compiled = compiledOnce(schema);
  const names = Object.keys(schema.properties);
  return (given: (name: string) => string | null | undefined): Static<T> => {
    const values: Record<string, unknown> = {};
    for (const name of names) {
      const property = schema.properties[name] as { type?: string; default?: unknown };
      const text = given(name) ?? null;
      if (text?.includes("\0")) {
        throw new InvalidParameters([
          { loc: [place, name], msg: "must not hold NUL", type: "nul" },
        ]);
      }
      values[name] = text === null ? property.default : fromText(text, property.type);
      if (values[name] === undefined) delete values[name];
    }
    const validator = compiled();
    if (validator.Check(values)) return values as Static<T>;
    throw new InvalidParameters(
      validator
        .Errors(values)
        .flatMap((found) => explain(found, schema))
        .map(({ field, message, keyword }) => ({
          loc: [place, field],
          msg: message,
          type: keyword,
        })),
    );
  };
}

/** When it is first needed: a venue answers before all of its routes' schemas could be compiled. */
function compiledOnce<T extends TSchema>(schema: T) {
  let validator: ReturnType<typeof Compile<T>> | undefined;
  return () => {
    validator ??= Compile(schema);
    return validator;
  };
}

/** A body's null members count as absent (D-011); bodies without nulls pass through untouched. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  let rest = value as Record<string, unknown>;
  for (const key in rest) {
    const member = rest[key];
    if (typeof member !== "object") continue;
    if (rest === value) rest = { ...rest };
    if (member === null) delete rest[key];
    else rest[key] = withoutNulls(member);
  }
  return rest;
}

function fromText(text: string, type: string | undefined): unknown {
  return type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** What is wrong, field by field. */
function explain(found: SchemaViolation, schema: TSchema): FieldProblem[] {
  const at = found.instancePath.slice(1).replaceAll("/", ".");
  const missing = missingFields(found, schema);
  if (missing.length === 0) {
    return [{ field: at || "body", message: wording(found), keyword: found.keyword }];
  }
  return missing.map((name) => ({
    field: at ? `${at}.${name}` : name,
    message: "is required",
    keyword: "required",
  }));
}

/** D-003. */
function missingFields(found: SchemaViolation, schema: TSchema): string[] {
  if (found.keyword === "required") return found.params.requiredProperties;
  if (found.keyword === "dependentRequired") return found.params.dependencies;
  if (found.keyword === "if") return conditional(found.schemaPath, schema).then?.required ?? [];
  return [];
}

/** The schema node a violation points at, such as `#/properties/orders/items`. D-003. */
function conditional(path: string, schema: TSchema): { then?: { required: string[] } } {
  const steps = path.split("/").slice(1);
  return steps.reduce<Record<string, unknown>>(
    (node, step) => node[step] as Record<string, unknown>,
    schema as unknown as Record<string, unknown>,
  ) as { then?: { required: string[] } };
}

/** D-003. */
function wording(found: SchemaViolation): string {
  if (found.keyword === "enum") return `must be one of ${found.params.allowedValues.join(", ")}`;
  return found.message;
}
