import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, it } from "node:test";
import { promisify } from "node:util";
import { startTestVenue } from "../../proof/seeded-venue.fixture.ts";

const { api, agent, get, order, reference } = await startTestVenue();
const run = promisify(execFile);

/** What somebody would write who has nothing but the generated client. */
const BOT = `
import { defaults, getOrdersByOrderId, postOrders, type OrderPlaceRequest } from "../client.ts";

const [baseUrl, key, text] = process.argv.slice(2) as [string, string, string];
defaults.baseUrl = baseUrl;
const opts = { headers: { Authorization: \`Bearer \${key}\` } };
const request: OrderPlaceRequest = JSON.parse(text);
const placed = await postOrders(request, {}, opts);
if (placed.status !== 201) throw new Error(JSON.stringify(placed.data));
const read = await getOrdersByOrderId(placed.data.order_id, {}, opts);
if (read.status !== 200) throw new Error(JSON.stringify(read.data));
const { order_id, status, remaining_qty } = read.data;
console.log(JSON.stringify({ order_id, status, remaining_qty }));
`;

/** Misspells a member, and takes a refusal for an order. */
const WRONG = `
import { getOrdersByOrderId, postOrders } from "../client.ts";

postOrders({ market_id: "", side: "BUY", type: "LIMIT", quantity: 1 });
const { data } = await getOrdersByOrderId("");
console.log(data.remaining_qty);
`;

const CONFIG = {
  compilerOptions: {
    ...{ target: "es2023", lib: ["es2023", "dom"], module: "nodenext", types: ["node"] },
    ...{ strict: true, allowImportingTsExtensions: true, skipLibCheck: true, noEmit: true },
  },
};

await mkdir("out", { recursive: true });
const folder = await mkdtemp(join("out", "client-"));
after(() => rm(folder, { recursive: true }));

const compile = async (file: string) => {
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ ...CONFIG, files: [file] }));
  return run(process.execPath, ["node_modules/typescript/bin/tsc", "-p", folder]);
};

it("a client generated from the OpenAPI document compiles, and places an order", async () => {
  const { text } = await api.get("/openapi.json").expect(200);
  await writeFile(join(folder, "openapi.json"), text);
  await writeFile(join(folder, "bot.ts"), BOT);
  const generator = "node_modules/oazapfts/dist/cli.js";
  const files = [join(folder, "openapi.json"), join(folder, "client.ts")];
  await run(process.execPath, [generator, ...files]);
  await compile("bot.ts");
  const { api_key } = agent("maker");
  const bot = ["--import", "tsx", join(folder, "bot.ts"), reference.url, api_key];
  const { stdout } = await run(process.execPath, [...bot, JSON.stringify(order({ qty: 3 }))]);
  const { order_id, ...told } = JSON.parse(stdout);
  assert.deepEqual(told, { status: "NEW", remaining_qty: 3 });
  const { body } = await get("maker", `/orders/${order_id}`).expect(200);
  assert.equal(body.remaining_qty, 3);
});

it("its types refuse a misspelt member, and an answer that may be a refusal", async () => {
  await writeFile(join(folder, "wrong.ts"), WRONG);
  await assert.rejects(compile("wrong.ts"), ({ stdout }: { stdout: string }) => {
    assert.match(stdout, /'quantity' does not exist/);
    assert.match(stdout, /'remaining_qty' does not exist/);
    return true;
  });
});
