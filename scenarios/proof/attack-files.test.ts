import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { RawClient } from "../replay/raw-client.ts";
import { attack, attackFiles, type FileKind } from "./attack-files.ts";
import { fileKinds } from "./files-read.ts";
import { startWatchedVenue, type WatchedVenue } from "./watched-venue.ts";

const KIND = { name: "a planted one", file: "a.json", examples: ['{"a":{"b":1},"c":"d"}'] };

/** What is found of a reader with this fault. */
async function foundOf(read: FileKind["read"], draws = 500): Promise<string> {
  return (await attackFiles([{ ...KIND, read }], { draws, seed: 1 })).found.join("\n");
}

describe("files from elsewhere, drawn by lot", () => {
  let venue: WatchedVenue;
  before(async () => {
    venue = await startWatchedVenue();
  });
  after(() => venue.close());

  it("are one line whatever their shape, and make nobody do what they may not", async () => {
    const { tried, found } = await attack({ draws: 300, seed: 4 });
    assert.deepEqual([tried, found], [300, []]);
  });

  it("begin from good ones", async () => {
    const lone = fileKinds(venue).map(
      (kind): FileKind => ({
        ...kind,
        async read(file, folder) {
          writeFileSync(file, kind.examples[0]!);
          return kind.read(file, folder).catch((error: Error) => `is refused: ${error.message}`);
        },
      }),
    );
    const { found } = await attackFiles(lone, { draws: lone.length, seed: 1 });
    assert.deepEqual(found, []);
  });

  it("find a reader that stumbles", async () => {
    const found = await foundOf(async (file) => {
      Object(JSON.parse(readFileSync(file, "utf8"))).a.b.toFixed();
      return null;
    });
    assert.match(found, /^a planted one of draw \d+: (TypeError|SyntaxError): /m);
  });

  it("find a reader that writes where a file says", async () => {
    const found = await foundOf(async (file, folder) => {
      const [, name] = /"(\.\.\/escaped)"/.exec(readFileSync(file, "utf8")) ?? [];
      if (name !== undefined) writeFileSync(join(folder, name), "");
      return null;
    });
    assert.match(found, /wrote escaped outside/);
  });

  it("find a reader that prints what a terminal obeys", async () => {
    const found = await foundOf(async (file) => {
      console.log(String(Object(JSON.parse(readFileSync(file, "utf8").slice(0, 999))).c));
      return null;
    });
    assert.match(found, /prints "/);
  });

  const sending = (path: string, more: object) => async () => {
    const raw = new RawClient(venue.profile.baseUrl);
    await raw.send({ method: "PUT", path, headers: {}, payload: null, ...more });
    await raw.close();
    return venue.complaints.splice(0).join("; ") || null;
  };

  it("find a reader that shows a key, and one that is the operator", async () => {
    const shows = sending("/v1/x", { payload: '{"display_name":"rk_live_own-maker"}' });
    assert.match(await foundOf(shows, 1), /PUT \/v1\/x shows rk_live_own-maker/);
    assert.match(await foundOf(sending("/control/freeze", {}), 1), /the operator's PUT \/freeze/);
    const isFit = sending("/v1/x", { headers: { authorization: "Bearer rk_live_own-maker" } });
    assert.equal(await foundOf(isFit, 1), "");
  });
});
