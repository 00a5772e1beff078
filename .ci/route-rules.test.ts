import assert from "node:assert/strict";
import { it } from "node:test";
import picomatch from "picomatch";
import { RULES } from "../conformance/catalogue/rules.ts";
import { ROUTES } from "../reference/http/routes/index.ts";

it("every family of rules that a route names is in the catalogue", () => {
  for (const { method, path, rules = [] } of ROUTES) {
    for (const family of rules) {
      const isNamed = picomatch(family);
      assert.ok(
        RULES.some(({ id }) => isNamed(id)),
        `${method} ${path}: ${family}`,
      );
    }
  }
});

it("every route of the specification names the rules that speak of it", () => {
  const silent = ROUTES.filter(({ rules }) => rules === undefined).map(({ path }) => path);
  assert.deepEqual(silent, ["/me/agents", "/me/agents"]); // our own: Gaps
});
