/** Legal shapes of the bodies the spec leaves open: wrappers, names, what is left out or added. */

import {
  changeAnswer,
  changeList,
  changeResult,
  type Fields,
  fieldsOf,
  inFrontOf,
} from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { WireVariant } from "../interposer/interposer.ts";
import { rememberedDeclines } from "../interposer/lists.ts";

/** Every answer's body, rebuilt from the inside out. */
function rebuilt(change: (value: unknown) => unknown, when = (_: string) => true): WireVariant {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return change(value.map(walk));
    if (typeof value !== "object" || value === null) return change(value);
    const members = Object.entries(value).map(([name, member]) => [name, walk(member)]);
    return change(Object.fromEntries(members));
  };
  return async (request, venue) => {
    const given = await venue(request);
    return when(`${request.method} ${request.path}`) ? { ...given, body: walk(given.body) } : given;
  };
}

/** Members of every object of these routes, under other names. */
function renamed(route: RegExp, names: Record<string, string>): WireVariant {
  const rename = (value: unknown) =>
    Array.isArray(value) || typeof value !== "object" || value === null
      ? value
      : Object.fromEntries(
          Object.entries(value).map(([name, member]) => [names[name] ?? name, member]),
        );
  return rebuilt(rename, (line) => route.test(line));
}

const LISTS = /^GET \/(orders|orders\/open|positions|markets|markets\/active)$/;

/** Lists in another wrapper. */
function listsAs(wrap: (records: unknown) => unknown): () => WireVariant {
  return () => async (request, venue) => {
    const given = await venue(request);
    if (given.status !== 200 || !LISTS.test(`${request.method} ${request.path}`)) return given;
    return { ...given, body: wrap(Object.values(fieldsOf(given.body)).find(Array.isArray)) };
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Dialects of unspecified bodies. */
export const bodies: readonly Dialect[] = [
  {
    name: "lists-as-arrays",
    decision: "D-100",
    variant: "Lists are bare arrays.",
    wire: listsAs((records) => records),
  },
  {
    name: "lists-in-data-items",
    decision: "D-100",
    variant: "Lists are wrapped twice: data, items.",
    wire: listsAs((items) => ({ data: { items }, next_cursor: null })),
  },
  {
    name: "order-in-a-wrapper",
    decision: "D-090",
    variant: "A single order is wrapped in order.",
    wire: () =>
      changeAnswer("GET /orders/*", (given, { path }) =>
        given.status === 200 && path !== "/orders/open"
          ? { ...given, body: { order: given.body } }
          : given,
      ),
  },
  {
    name: "records-by-other-names",
    decision: "D-090",
    variant: "Order records have id, executed_qty, leaves_qty, state, limit_price.",
    wire: () =>
      renamed(/^(GET|DELETE) \/orders/, {
        order_id: "id",
        filled_qty: "executed_qty",
        remaining_qty: "leaves_qty",
        status: "state",
        price: "limit_price",
      }),
  },
  {
    name: "positions-by-other-names",
    decision: "D-120",
    variant:
      "Positions have market, net_qty and modes in small letters; the wallet has available_cash.",
    wire: () =>
      inFrontOf(
        inFrontOf(
          renamed(/^GET \/positions/, { market_id: "market", qty: "net_qty" }),
          changeAnswer("GET /positions", (given) => {
            const { positions = [], ...rest } = fieldsOf(given.body);
            const small = (row: Fields) => ({
              ...row,
              ...(row["margin_mode"]
                ? { margin_mode: String(row["margin_mode"]).toLowerCase() }
                : {}),
            });
            return { ...given, body: { ...rest, positions: (positions as Fields[]).map(small) } };
          }),
        ),
        renamed(/^GET \/me\/wallet/, { free_cents: "available_cash", cash_cents: "total" }),
      ),
  },
  {
    name: "records-unreadable",
    decision: "D-090",
    variant: "Order records say nothing but their id.",
    wire: () =>
      changeAnswer("GET /orders/*", (given, { path }) => {
        const { order_id } = fieldsOf(given.body);
        return given.status === 200 && path !== "/orders/open"
          ? { ...given, body: { order_id } }
          : given;
      }),
  },
  {
    name: "market-id-for-id",
    decision: "D-103",
    variant: "Market records have market_id and no id.",
    wire: () => renamed(/^GET \/markets/, { id: "key" }),
  },
  {
    name: "book-levels-as-pairs",
    decision: "D-104",
    variant: "Book levels are pairs of price and quantity.",
    wire: () =>
      changeAnswer("GET /markets/*/book", (given) => {
        const body = fieldsOf(given.body);
        const pairs = (levels: unknown) =>
          ((levels ?? []) as Fields[]).map(({ price, qty }) => [price, qty]);
        const { bids, asks } = body;
        return given.status === 200
          ? { ...given, body: { ...body, bids: pairs(bids), asks: pairs(asks) } }
          : given;
      }),
  },
  {
    name: "upper-case-ids",
    decision: "D-090",
    variant: "UUIDs are upper case.",
    wire: () =>
      rebuilt((value) =>
        typeof value === "string" && UUID.test(value) ? value.toUpperCase() : value,
      ),
  },
  {
    name: "unknown-members-everywhere",
    decision: "D-090",
    variant: "Every object has members the spec does not name.",
    wire: () =>
      rebuilt((value) => (isRecord(value) ? { ...value, x_seq: 7, x_tags: ["a"] } : value)),
  },
  {
    name: "null-members-left-out",
    decision: "D-090",
    variant: "Members that would be null are left out, effective_leverage among them.",
    wire: () =>
      rebuilt((value) =>
        isRecord(value)
          ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
          : value,
      ),
  },
  {
    name: "lists-oldest-first",
    decision: "D-096",
    variant: "Orders are listed oldest first.",
    wire: () =>
      inFrontOf(
        changeList("GET /orders", (orders) => [...orders].reverse()),
        changeList("GET /orders/open", (orders) => [...orders].reverse()),
      ),
  },
  {
    name: "declines-listed",
    decision: "D-009",
    variant: "GET /orders lists declined orders as REJECTED.",
    wire: () => {
      const { declined, remember } = rememberedDeclines();
      const list = changeList("GET /orders", (orders, { headers, query }) => {
        const asked = ({ record }: (typeof declined)[number]) =>
          (query["market_id"] ?? record["market_id"]) === record["market_id"] &&
          (query["status"] ?? "REJECTED") === "REJECTED";
        const own = declined.filter(({ key }) => key === headers["authorization"]);
        const listed = [...orders, ...own.filter(asked).map(({ record }) => record)];
        return listed.slice(0, Number(query["limit"] ?? 200) || 200);
      });
      return inFrontOf(list, remember);
    },
  },
  {
    name: "no-reject-message",
    decision: "D-090",
    variant: "Results have no reject_message.",
    wire: () => changeResult(() => ({ reject_message: undefined })),
  },
];
