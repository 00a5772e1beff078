import assert from "node:assert/strict";
import { test } from "node:test";
import { PersonalNames } from "./personal-names.ts";

const line = (body: unknown) => ({ n: 1, at: 0, stream: "s1", receive: { body } });

test("learns names by their members, but of no market and no cookie", () => {
  const names = new PersonalNames();
  names.learnActors({ bot: { caller: "key", owner: "zoe" } });
  names.learn(line([{ name: "Z" }, { display_name: "Zoe" }, { public_id: "p1" }]));
  names.learn(line({ kind: "BTC_PERP", name: "Bitcoin" }));
  names.learn(line({ name: "sid", value: "{{secret.1}}" }));
  names.learn(line({ owner: "{{secret.2}}" }));
  assert.deepEqual(
    [...names.kinds],
    [
      ["zoe", "owner"],
      ["bot", "actor"],
      ["Zoe", "name"],
      ["p1", "id"],
    ],
  );
});

test("learns no more names than it remembers", () => {
  const names = new PersonalNames();
  for (let n = 0; n < 100_001; n += 1) names.learn(line({ name: `name ${n}` }));
  assert.equal(names.kinds.size, 100_000);
});
