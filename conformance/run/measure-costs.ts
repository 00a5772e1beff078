/** Measures what each check sends, for `costs.json`. */
import {
  connectTo,
  connectToEmbedded,
  type Deployment,
} from "../../scenarios/deployment/connect.ts";
import { startBeside } from "../../scenarios/deployment/embedded.ts";
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { objectOf, readPlaced } from "../../scenarios/deployment/reading/order.ts";
import { survey } from "../../scenarios/deployment/survey.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { isWatch } from "../check/check.ts";
import { routeIn } from "../expect/listed-routes.ts";
import type { CellsCost, CheckCost, Cost } from "./costs.ts";
import { judgeDeployment } from "./judge-deployment.ts";
import { type Selection, select } from "./selection.ts";

/** Where others use their agents too properties play less, and many orders are there already. */
const SHORTER = ["PROP-*", "OAPI-LIST-03"];

/** Runs every check on the embedded reference, some by a profile too, and writes down what each sent. */
export async function costsText(): Promise<string> {
  const costs = await measured(await connectToEmbedded(SEED), select([], []));
  const shared = await costsOnShared(select(SHORTER, []));
  const both = [...costs].map(([title, cost]): [string, CheckCost] => {
    const less = shared.get(title);
    return [title, less === undefined ? cost : { ...cost, shared: less }];
  });
  const sorted = both.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

const SEED = 1;

/** Nobody waits for it: what is measured is how much is sent. */
const LIMITS = { writesPerMinute: 100_000, readsPerMinute: 100_000 };

/** As measured without control, by the agents and in the markets that a venue is served with. */
async function costsOnShared(selection: Selection): Promise<Map<string, CellsCost>> {
  const venue = await startBeside(SEED, { clock: "system", makers: true, rateLimits: LIMITS });
  const connected = await connectTo({ ...venue.profile, control: null, limits: LIMITS });
  return measured(connected, selection).finally(() => venue.close());
}

/** What each of the selected checks sends, by title. */
async function measured(
  connected: Deployment,
  selection: Selection,
): Promise<Map<string, CellsCost>> {
  const costs = new Map<string, CellsCost>();
  const all = new Map<string, Exchange[]>();
  const deployment = await survey(connected);
  try {
    await judgeDeployment(deployment, plainly(selection), {
      seed: SEED,
      sent: ({ title }, exchanges) => all.set(title, [...(all.get(title) ?? []), ...exchanges]),
      progress: ({ check: { title }, cells, provoked }) => {
        const exchanges = all.get(title) ?? [];
        const declined = exchanges.filter(isDeclined).length;
        const requests = costOf(exchanges);
        costs.set(title, { cells, requests, declines: Math.max(provoked, declined) });
      },
    });
  } finally {
    await deployment.close();
  }
  return costs;
}

/** What conditions add is sent with control alone, where there is room for it. */
function plainly({ checks, ...selection }: Selection): Selection {
  return {
    ...selection,
    checks: checks.map((check) => (isWatch(check) ? check : { ...check, plain: true })),
  };
}

function isDeclined(exchange: Exchange): boolean {
  const { method, path, bodyText } = exchange.request;
  const isOrder = method === "POST" && path.endsWith("/orders");
  return isOrder && readPlaced(objectOf(jsonIn(bodyText ?? "")), exchange).fate === "declined";
}

/** By route, in the order of their names. */
function costOf(exchanges: readonly Exchange[]): Cost {
  const cost: Cost = {};
  for (const exchange of exchanges) {
    const route = routeIn(exchange);
    cost[route] = (cost[route] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(cost).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A run polls more or less often; that much a route may be asked beside what is written down. */
const POLLS_MOST = 0.1;
const POLLS_FEW = 10;

/** In what two measurements are not of the same checks, cells and about as many requests; or null. */
export function unlikeCosts(one: string, other: string): string | null {
  const [was, is] = [one, other].map((text) => JSON.parse(text || "{}") as Costs) as [Costs, Costs];
  for (const title of Object.keys({ ...was, ...is })) {
    const unlike = unlikeCost(was[title], is[title]);
    if (unlike !== null) return `${title}: ${unlike}`;
  }
  return null;
}

type Costs = Record<string, CheckCost | undefined>;

function unlikeCost(was?: CheckCost, is?: CheckCost): string | null {
  const unlike = unlikeCells(was, is);
  if (unlike !== null || (was?.shared ?? is?.shared) === undefined) return unlike;
  const shared = unlikeCells(was?.shared, is?.shared);
  return shared && `on shared agents: ${shared}`;
}

function unlikeCells(was?: CellsCost, is?: CellsCost): string | null {
  if (was === undefined) return "is new";
  if (is === undefined) return "is no more";
  if (was.cells !== is.cells) return `${was.cells} cells, now ${is.cells}`;
  for (const route of Object.keys({ ...was.requests, ...is.requests })) {
    const [before = 0, now = 0] = [was.requests[route], is.requests[route]];
    const most = POLLS_FEW + POLLS_MOST * before;
    if (Math.abs(now - before) > most) return `${route} ${before} times, now ${now}`;
  }
  return null;
}
