import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startReference } from "../../reference/index.ts";
import { connectTo } from "../../scenarios/deployment/connect.ts";
import { profileOf } from "../../scenarios/deployment/profile/profile.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import {
  answerInstead,
  declineOf,
  envelope,
  fieldsOf,
  keyOf,
  matches,
} from "../interposer/changes.ts";
import { interpose, unchanged, type WireVariant } from "../interposer/interposer.ts";
import { judgeDeployment } from "./judge-deployment.ts";
import { REQUESTS_FOR_ONE } from "./narrowing.ts";
import { select } from "./selection.ts";

/** Where a run on the venue behind `wire` is told what follows. */
interface Tried {
  rules: string[];
  control: boolean;
  narrow?: boolean;
}

/** Runs these rules; what is told of each that failed, and the requests that it took. */
async function told(t: TestContext, wire: WireVariant, { rules, control, narrow = true }: Tried) {
  const clock = control
    ? { clock: "virtual" as const, controlToken: "token-of-the-operator" }
    : { clock: "system" as const };
  const venue = await startReference({ seed: 1, ...clock });
  t.after(() => venue.close());
  let requests = 0;
  const front = await interpose(venue.url, async (request, behind) => {
    requests += 1;
    return wire(request, behind);
  });
  t.after(() => front.close());
  const profile = profileOf({ ...venue.profile(), base_url: front.url } as never);
  const deployment = await survey(await connectTo(profile, { fresh: control, runId: "t0000000" }));
  t.after(() => deployment.close());
  const how = { seed: 1, patienceMs: 100, narrow };
  const { report } = await judgeDeployment(deployment, select(rules, []), how);
  const failures = report.rules.filter(({ result }) => result === "fail");
  return {
    told: Object.fromEntries(failures.map(({ id, failure }) => [id, failure?.narrowed])),
    causes: report.causes,
    requests,
    left: await openOrders(venue.url, profile.agents[0]?.apiKey),
  };
}

async function openOrders(url: string, key = ""): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const { orders } = (await (await fetch(`${url}/v1/orders/open`, { headers })).json()) as {
    orders: unknown[];
  };
  return orders.length;
}

const atTheEdge: WireVariant = answerInstead("POST /orders", ({ body }) => {
  const order = fieldsOf(body);
  return [1, 99].includes(Number(order["price"])) ? declineOf(order, "PRICE_OUT_OF_RANGE") : null;
});

const underApi: WireVariant = async (request, venue) =>
  request.prefix === "/api" && matches(request, "POST /orders")
    ? envelope(404, "NOT_FOUND")
    : venue(request);

/** Knows the key that it saw last of an agent's two by what it saw first. */
const secondKeys = (seconds: () => readonly string[]): WireVariant =>
  answerInstead("GET /account", (request) =>
    seconds().some((key) => keyOf(request).endsWith(key))
      ? envelope(401, "INVALID_CREDENTIALS")
      : null,
  );

for (const control of [true, false]) {
  const where = control ? "with control" : "without control";

  test(`prices refused at the edge of the band are told, ${where}`, async (t) => {
    const run = await told(t, atTheEdge, { rules: ["TIF-GTC-01"], control });
    console.log(run);
  });

  test(`a prefix that is refused is told, ${where}`, async (t) => {
    const run = await told(t, underApi, { rules: ["GEN-PREFIX-06"], control });
    console.log(run);
  });
}
