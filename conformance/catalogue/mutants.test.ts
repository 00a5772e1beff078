import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DIALECTS } from "../dialects/index.ts";
import { MUTANTS } from "./mutants.ts";
import { ruleById } from "./rules.ts";

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;

describe("the mutants", () => {
  it("have names of their own, in kebab case", () => {
    const names = MUTANTS.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, KEBAB);
  });

  it("break rules of the catalogue that can fail", () => {
    for (const { name, breaks, alsoBreaks = [], beside = [] } of MUTANTS) {
      assert.ok(breaks.length > 0, name);
      for (const id of breaks) assert.notEqual(ruleById(id).level, "open", name);
      for (const id of [...alsoBreaks, ...beside]) assert.ok(ruleById(id), name);
    }
  });

  it("differ from the venue they are made of", () => {
    for (const { name, wire, venue, stream } of MUTANTS) assert.ok(wire ?? venue ?? stream, name);
  });
});

describe("the dialects", () => {
  it("have names of their own, in kebab case, and name a decision", () => {
    const names = DIALECTS.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, KEBAB);
    for (const { decision } of DIALECTS) assert.match(decision, /^D-\d{2}[0-9A]$/);
  });
});
