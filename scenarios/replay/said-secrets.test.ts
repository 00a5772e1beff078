import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SaidSecrets } from "./said-secrets.ts";

const KNOWN: Record<string, string> = {
  "maker.key": "rk_live_own",
  "zoe.key": "rk_live_made",
  "secret.1": "made-by-an-answer",
};

function secrets(learned: string[] = []): SaidSecrets {
  const known = {
    learn: (name: string, live: string) => void learned.push(`${name} ${live}`),
    secretOf: (name: string) => KNOWN[name],
    isCredential: (name: string) => name === "maker.key",
  };
  return new SaidSecrets(known, "run");
}

describe("the placeholders of a session", () => {
  it("are filled in in the headers that carry credentials", () => {
    assert.equal(secrets().header("authorization", "Bearer {{maker.key}}"), "Bearer rk_live_own");
    assert.equal(secrets().header("x-note", "{{maker.key}}"), "{{maker.key}}");
  });

  it("are filled in where a name says that a secret follows, but no credential of an actor", () => {
    assert.equal(secrets().member("secret.1", "ticket"), "made-by-an-answer");
    assert.equal(secrets().member("zoe.key", "ticket"), undefined, "a key that an answer told");
    assert.equal(secrets().member("maker.key", "token"), undefined);
    for (const name of Object.keys(KNOWN)) {
      assert.ok(!Object.values(KNOWN).includes(secrets().member(name, "display_name") ?? ""), name);
    }
  });

  it("stay as they stand in free text, in which a doubled brace is one again", () => {
    assert.equal(secrets().form("pay {{maker.key}} {{{{x}}"), "pay {{maker.key}} {{x}}");
    assert.equal(
      secrets().form("name={{secret.1}}&token={{secret.1}}"),
      "name=somebody-1-run&token=made-by-an-answer",
    );
  });

  it("mean the same new words wherever a person is named", () => {
    const learned: string[] = [];
    const said = secrets(learned);
    const email = said.member("secret.7", "email");
    assert.equal(email, "somebody-7-run@example.com");
    assert.equal(said.member("secret.7", "login"), email);
    assert.deepEqual(learned, [`secret.7 ${email}`], "answers may repeat it");
  });

  it("that were left are told, five of them", () => {
    const said = secrets();
    for (let n = 0; n < 7; n += 1) said.plain("{{maker.key}} {{nobody.key}}", `place ${n}`);
    assert.equal(said.left.length, 5);
    assert.match(said.left[0] ?? "", /^\{\{maker\.key\}\} was not filled in, .*: place 0$/);
  });
});
