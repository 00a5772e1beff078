import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { MUTANTS } from "../catalogue/mutants.ts";
import { ProofProgress } from "./proof-progress.ts";
import { RunPool } from "./run-pool.ts";

describe("a pool of processes that make runs", () => {
  const pool = new RunPool({ processes: 1, width: 1 }, new ProofProgress());
  after(() => pool.close());

  it("gives each asker what its run came to, though one of them throws", async () => {
    const [mutant] = MUTANTS;
    const asked = [
      pool.ask("mutant", "nobody-has-this-name", true),
      pool.ask("mutant", mutant!.name, true),
    ];
    const [thrown, made] = await Promise.allSettled(asked);
    assert.match(String(thrown?.status === "rejected" && thrown.reason), /nobody-has-this-name/);
    assert.deepEqual(made, { status: "fulfilled", value: { outcome: "killed", why: "" } });
  });
});
