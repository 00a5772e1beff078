import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { filledIn, formFor, formsIn, textsOf } from "./html-form.ts";

const only = (html: string) => formsIn(html)[0]!;
const sent = (html: string, answers: Record<string, string> = {}) =>
  filledIn(only(html), answers).toString();

describe("the forms of a page", () => {
  it("have a method, an action and fields, however their attributes are written", () => {
    const html = `<FORM Method=Post action="/go?a=1&amp;b=2">
      <input type=hidden name='state' value="&quot;x&#62;&#x41;"><INPUT NAME=who></FORM>`;
    const { method, action, fields } = only(html);
    assert.deepEqual([method, action], ["POST", "/go?a=1&b=2"]);
    assert.deepEqual(
      fields.map(({ kind, name, value }) => [kind, name, value]),
      [
        ["kept", "state", '"x>A'],
        ["text", "who", ""],
      ],
    );
  });

  it("are not those of comments, scripts and templates, nor those that upload", () => {
    const hidden = ["<!-- ? -->", "<script>?</script>", "<template>?</template>"];
    for (const one of hidden) assert.deepEqual(formsIn(one.replace("?", "<form></form>")), []);
    assert.deepEqual(formsIn(`<form enctype="multipart/form-data"></form>`), []);
    assert.equal(formsIn("<form>").length, 1);
  });

  it("are read in time that grows with the page", () => {
    const parts = [
      "<form a='",
      "<input name=a ",
      '<input a="',
      "<!--",
      "<script>",
      "<form>",
      "</form ",
    ];
    const began = performance.now();
    for (const part of parts) formsIn(`<form>${part.repeat(20_000)}`);
    assert.ok(performance.now() - began < 5_000);
  });
});

describe("a form filled in", () => {
  it("has what a person types, and what the page keeps", () => {
    const html = `<form><input name=who value=nobody><textarea name=why>a &lt; b</textarea>
      <input type=hidden name=t value=1><input type=file name=f><input name=off disabled></form>`;
    assert.equal(sent(html, { who: "Zoë" }), "who=Zo%C3%AB&why=a+%3C+b&t=1");
    assert.equal(sent(html), "who=nobody&why=a+%3C+b&t=1");
  });

  it("has choices that are made, by the page or by the person", () => {
    const html = `<form><input type=checkbox name=stay><input type=radio name=as value=a checked>
      <input type=radio name=as value=b></form>`;
    assert.equal(sent(html), "as=a");
    assert.equal(sent(html, { stay: "on" }), "stay=on&as=a");
  });

  it("is sent by the first button, or by the one whose value the person names", () => {
    const html = `<form><button name=consent value=deny>No</button>
      <button name=consent value=allow>Yes</button><button type=button name=x>?</button></form>`;
    assert.equal(sent(html), "consent=deny");
    assert.equal(sent(html, { consent: "allow" }), "consent=allow");
    assert.equal(sent("<form><button>Go</button></form>"), "");
  });

  it("takes no answer from what every object has", () => {
    assert.equal(sent("<form><input name=constructor></form>"), "constructor=");
  });
});

describe("of several forms", () => {
  const page = `<form id=search><input name=q></form><form><input name=user><input name=pass></form>
    <form><button>Go on</button></form>`;

  it("the one that a person answers is gone on by, else one that asks nothing", () => {
    assert.deepEqual(textsOf(formFor(formsIn(page), { pass: "x" })!), ["user", "pass"]);
    assert.deepEqual(textsOf(formFor(formsIn(page), { other: "x" })!), []);
    assert.equal(formFor(formsIn("<form><input name=q></form>"), {}), undefined);
  });
});
