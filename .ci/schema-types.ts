/**
 * What the declarations of the package name of `typebox`, whose code is bundled: its schemas, as far as
 * types are read from them, and those types. `.ci/build.ts` puts it in the place of the package.
 */
export type * as default from "./schema-types.ts";

export interface TString {
  type: "string";
}

export interface TInteger {
  type: "integer";
}

export interface TNumber {
  type: "number";
}

export interface TBoolean {
  type: "boolean";
}

export interface TNull {
  type: "null";
}

export interface TUnknown {
  "~kind": "Unknown";
}

export interface TLiteral<Value> {
  const: Value;
}

export interface TEnum<Values extends readonly unknown[]> {
  enum: Values;
}

export interface TUnion<Schemas extends readonly unknown[]> {
  anyOf: Schemas;
}

export interface TArray<Item> {
  type: "array";
  items: Item;
}

export interface TRecord<Key extends string, Value> {
  type: "object";
  patternProperties: { [_ in Key]: Value };
}

export interface TObject<Properties> {
  type: "object";
  properties: Properties;
}

export type TOptional<Schema> = Schema & { "~optional": true };

type OptionalKey<Properties> = {
  [Key in keyof Properties]: Properties[Key] extends { "~optional": true } ? Key : never;
}[keyof Properties];

type Members<Properties> = {
  [Key in Exclude<keyof Properties, OptionalKey<Properties>>]: Static<Properties[Key]>;
} & { [Key in OptionalKey<Properties>]?: Static<Properties[Key]> };

/** Intersections as one type, which is what people are shown. */
type Flat<T> = { [Key in keyof T]: T[Key] };

/** What a value is that a schema accepts. Shape: a schema that is none of the above accepts nothing. */
export type Static<Schema> = Schema extends { properties: infer Properties }
  ? Flat<Members<Properties>>
  : Schema extends { items: infer Item }
    ? Static<Item>[]
    : Schema extends { patternProperties: Record<string, infer Value> }
      ? Record<string, Static<Value>>
      : Schema extends { anyOf: readonly (infer One)[] }
        ? Static<One>
        : Schema extends { enum: readonly (infer Value)[] } | { const: infer Value }
          ? Value
          : Plain<Schema>;

type Plain<Schema> = Schema extends TString
  ? string
  : Schema extends TInteger | TNumber
    ? number
    : Schema extends TBoolean
      ? boolean
      : Schema extends TNull
        ? null
        : Schema extends TUnknown
          ? unknown
          : never;
