/** Turns a session into the beginning of a scenario: orders by name, what was answered as expected. */
import { stringify } from "yaml";
import { readPlaced } from "../deployment/reading/order.ts";
import { routeOf } from "../deployment/wire/client.ts";
import { isAssigned } from "../deployment/wire/uuid.ts";
import type { SessionExchange, SessionHeader, SessionLine } from "../session/format.ts";
import { openSession } from "../session/reader.ts";

const HEAD = "# yaml-language-server: $schema=docs/schemas/scenario.schema.json\n";
const SENTENCE = "What happened; say it in a sentence";

/** Prints the scenario; returns the exit code. */
export async function scenarioOf(file: string): Promise<number> {
  const { header, lines } = await openSession(file);
  const writer = new ScenarioWriter(header);
  for await (const line of lines) writer.line(line);
  process.stdout.write(
    HEAD + stringify(writer.scenario(), { lineWidth: 0, flowCollectionPadding: true }),
  );
  return 0;
}

type WrittenStep = Record<string, object>;

class ScenarioWriter {
  readonly #names = new Map<string, string>();
  readonly #header: SessionHeader;
  readonly #steps: WrittenStep[] = [];
  #orders = 0;

  constructor(header: SessionHeader) {
    this.#header = header;
    for (const [index, id] of Object.keys(header.markets).entries()) {
      this.#names.set(id, `market-${index + 1}`);
    }
    for (const [name, { agent_id: id }] of Object.entries(header.actors)) {
      if (id !== undefined && !this.#names.has(id)) this.#names.set(id, scenarioName(name));
    }
  }

  line(line: SessionLine): void {
    if ("request" in line)
      this.#steps.push({ [scenarioName(line.actor ?? "nobody")]: this.#action(line) });
    else if ("control" in line) this.#control(line.control);
  }

  scenario(): object {
    const { actors, markets } = this.#header;
    const named = Object.entries(actors).map(([name, { owner, caller, scopes }]) => {
      const human = caller === "session" ? { human: true } : {};
      return [
        scenarioName(name),
        { owner: scenarioName(owner), ...human, ...(scopes && { scopes }) },
      ];
    });
    const described = Object.entries(markets).map(([id, { kind, status, band, tick }]) => [
      this.#names.get(id),
      { kind, status, band, tick },
    ]);
    return {
      ...{ story: SENTENCE, shows: ["RES-HTTP-01"], actors: Object.fromEntries(named) },
      ...{ markets: Object.fromEntries(described), steps: this.#steps },
    };
  }

  #action(line: SessionExchange): object {
    const { method, path, body, query } = line.request;
    const route = `${method} ${routeOf(path)}`;
    if (route === "POST /orders" && line.response !== undefined) return this.#place(line);
    const id = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    const name = this.#names.get(id);
    if (route === "DELETE /orders/{id}" && name !== undefined) return { cancel: name };
    if (route === "GET /orders/{id}" && name !== undefined) return { read: { order: name } };
    if (route === "GET /orders/open") return { read: { orders: "open" } };
    const expect = line.response === undefined ? {} : { expect: { http: line.response.status } };
    const relative = path.replace(/^(\/api)?(\/v1)?(?=\/)/, "");
    return {
      send: {
        ...{ method, path: this.#path(relative) },
        ...(query !== undefined && { query }),
        ...(body !== undefined && { body: this.#value(body) }),
      },
      ...expect,
    };
  }

  #place(line: SessionExchange): object {
    const {
      client_order_id: id,
      market_id,
      timestamp_ms: _,
      recv_window_ms: __,
      ...order
    } = Object(line.request.body) as Record<string, unknown>;
    const market = this.#names.get(String(market_id));
    const exchange = { response: { ...line.response!, bodyText: "" } } as never;
    const placed = readPlaced(order, exchange);
    const place = { ...(market && { market }), ...order, ...(id !== undefined && { id }) };
    if (placed.fate === "refused") return { place, expect: { refused: placed.httpStatus } };
    if (placed.fate === "declined") return { place, expect: { declined: placed.reason } };
    const { status, filledQty: filled, remainingQty: remaining } = placed;
    const key = placed.orderId!.toLowerCase();
    const known = this.#names.get(key);
    if (known !== undefined) return { place, expect: { same_as: known } };
    this.#orders += 1;
    this.#names.set(key, `order-${this.#orders}`);
    return { place, as: `order-${this.#orders}`, expect: { status, filled, remaining } };
  }

  #control({ path, body }: { path: string; body: unknown }): void {
    const market = this.#names.get(path.slice(path.lastIndexOf("/") + 1));
    const action = operatorAction(Object(body), market);
    if (action !== null) this.#steps.push({ venue: action });
  }

  #path(path: string): string {
    const parts = path.split("/").map((part) => {
      const name = isAssigned(part) ? this.#names.get(part.toLowerCase()) : undefined;
      return name === undefined ? part : `{${name}}`;
    });
    return parts.join("/");
  }

  #value(value: unknown): unknown {
    if (typeof value === "string") {
      const name = this.#names.get(value.toLowerCase());
      return name === undefined ? value : `{${name}}`;
    }
    if (Array.isArray(value)) return value.map((item) => this.#value(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#value(one)]));
  }
}

/** What an operator's call is in a scenario; null for what scenarios have no word for. */
function operatorAction(body: Record<string, unknown>, market: string | undefined): object | null {
  const { advance_ms: ms, frozen, reachable, status, outcome, mark_price: price } = body;
  if (typeof ms === "number") return { pass: { seconds: Math.max(1, Math.round(ms / 1_000)) } };
  if (typeof frozen === "boolean") return { freeze: frozen };
  if (typeof reachable === "boolean") return { feed: reachable ? "back" : "lost" };
  if (market === undefined) return null;
  if (status === "RESOLVED") return { resolve: { market, outcome } };
  if (status === "EXPIRED") return { expire: market };
  if (status === "VOID") return { void: market };
  return price === undefined ? null : { mark: { market, price } };
}

/** A name as scenarios spell them. */
function scenarioName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "");
  return plain === "" ? "actor" : plain;
}
