import assert from "node:assert/strict";
import { test } from "node:test";
import { Redactor } from "../deployment/secrets/redact.ts";
import { attack } from "./attack-recording.ts";

test("no draw gets a secret onto the disk", async () => {
  const { tried, found } = await attack({ draws: 1_000, seed: 1 });
  assert.equal(tried, 1_000);
  assert.deepEqual(found, []);
});

/** Leaves one header and one encoding out. */
class Forgetful extends Redactor {
  override header(name: string, value: string): string {
    return name.toLowerCase() === "x-mbx-apikey" ? value : super.header(name, value);
  }

  override text(text: string): string {
    return /^[0-9A-F]{40,}$/.test(text) ? text : super.text(text);
  }

  override bears(): boolean {
    return false;
  }

  override isClean(): boolean {
    return false;
  }
}

test("a header and an encoding that are forgotten are found", async () => {
  const { found } = await attack({ draws: 2_000, seed: 1, redactor: () => new Forgetful() });
  assert.ok(
    found.some((leak) => /: header/.test(leak)),
    found.join("\n"),
  );
  assert.ok(
    found.some((leak) => /hex_upper/.test(leak)),
    found.join("\n"),
  );
});
