import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { containerIn, editedJson, type JsonEditor, valueIn } from "./json-text.ts";

/** Changes what members of these names hold, and leaves all else. */
const changing = (changes: Record<string, string | number>): JsonEditor<string> => ({
  leaf: ({ value }, name) => (Object.hasOwn(changes, name) ? changes[name]! : value),
  members: () => (name) => name,
});

const edited = (text: string, changes: Record<string, string | number>) =>
  editedJson(text, changing(changes), "");

test("only what changes is written anew", () => {
  const text =
    '\uFEFF{ "a" : 1.0,\n\t"b":[1e2, "\\u00e9\\/"], "id": "x" , "n":12345678901234567890}\n';
  assert.equal(edited(text, {}), text);
  assert.equal(edited(text, { id: 'y"' }), text.replace('"x"', '"y\\""'));
  assert.equal(edited(text, { n: 7 }), text.replace("12345678901234567890", "7"));
});

test("a name that comes twice is two members", () => {
  assert.equal(edited('{"id":1, "id":2}', { id: 3 }), '{"id":3, "id":3}');
});

test("names are changed, and what they hold is known by the name before", () => {
  const editor = { ...changing({ a: 2 }), name: (name: string) => name.toUpperCase() };
  assert.equal(editedJson('{"a": 1, "B": {}}', editor, ""), '{"A": 2, "B": {}}');
});

test("a text that keeps to ASCII goes on doing so, any other does not", () => {
  assert.equal(edited('{"id":"\\u00e9"}', { id: "ü😀" }), '{"id":"\\u00fc\\ud83d\\ude00"}');
  assert.equal(edited('{"id":"é"}', { id: "ü" }), '{"id":"ü"}');
});

test("what is no JSON is not edited", () => {
  for (const text of ["", "{", "NaN", '{"a":NaN}', "{'a':1}", "a=1"]) {
    assert.equal(edited(text, {}), undefined, text);
  }
  assert.equal(edited("7", { "": 8 }), "8");
});

test("a text within JSON may be JSON itself", () => {
  assert.deepEqual(containerIn(' {"a":1}'), { a: 1 });
  assert.equal(containerIn("12"), undefined);
  assert.equal(containerIn("{no"), undefined);
  assert.deepEqual(valueIn("\uFEFF[1]"), [1]);
});

test("any JSON in any spacing comes back, and an edit changes the value that was meant", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 1, 3, "\t"), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent);
      assert.equal(edited(spaced, {}), spaced);
      const numbered: JsonEditor<null> = { leaf: () => 1, members: () => () => null };
      const one = JSON.stringify(JSON.parse(text), (_, value) =>
        typeof value === "string" || typeof value === "number" ? 1 : value,
      );
      assert.deepEqual(JSON.parse(editedJson(spaced, numbered, null)!), JSON.parse(one));
    }),
  );
});
