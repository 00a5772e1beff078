/** The agent's orders: those that rest, to amend and cancel, and those that ended. */
import { signal } from "@preact/signals";
import { type ComponentChild, h, type TargetedSubmitEvent } from "preact";
import type { Records } from "../../client/client.ts";
import { figure, NONE, timeOf, wholeNumber } from "./figures.ts";
import { num, panel, problemLine, staleNote, table, venueText } from "./parts.ts";
import { plainText } from "./plain-text.ts";
import { marketId, markets, own } from "./state.ts";
import { sortedOrders } from "./take.ts";
import { call } from "./venue.ts";
import { isUncertain, problemOf, type SpokenProblem } from "./words.ts";

type OwnOrder = Records["Order"];

const problem = signal<SpokenProblem | null>(null);
const note = signal("");
const amended = signal<string | null>(null);
/** Orders with a request under way. @bound resting orders of an agent: gone with the answer; reference/terminal/trading.test.ts */
const busy = signal<readonly string[]>([]);

/** Runs a command on something once at a time, and tells how it went. */
async function once(what: string, command: () => Promise<string>): Promise<void> {
  if (busy.value.includes(what)) return;
  busy.value = [...busy.value, what];
  problem.value = null;
  note.value = "";
  try {
    note.value = await command();
  } catch (error) {
    problem.value = problemOf(error);
    if (isUncertain(error)) note.value = "The list shows what became of it.";
  } finally {
    busy.value = busy.value.filter((one) => one !== what);
  }
}

const cancel = ({ order_id }: OwnOrder) =>
  once(order_id, async () => {
    const { status } = await call("DELETE /orders/{order_id}", { params: { order_id } });
    return `Order ${plainText(status).toLowerCase()}.`;
  });

/** Cancels every order of the agent, or those of one market. */
export const cancelAll = (market_id?: string) =>
  once("all", async () => {
    const { count } = await call("DELETE /orders", market_id ? { query: { market_id } } : {});
    return `${figure(count)} cancelled.`;
  });

function amend(
  event: TargetedSubmitEvent<HTMLFormElement>,
  { order_id, price, qty }: OwnOrder,
): void {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  const wanted = {
    price: wholeNumber(String(form.get("price"))),
    qty: wholeNumber(String(form.get("qty"))),
  };
  const body = {
    ...(wanted.price !== null && wanted.price !== price && { price: wanted.price }),
    ...(wanted.qty !== null && wanted.qty !== qty && { qty: wanted.qty }),
  };
  if (Object.keys(body).length === 0) {
    amended.value = null;
    return;
  }
  void once(order_id, async () => {
    await call("PATCH /orders/{order_id}", { params: { order_id }, body });
    amended.value = null;
    return "Order amended.";
  });
}

/** The resting orders. */
export function WorkingOrders(): ComponentChild {
  const { orders, live } = own.read();
  const { working } = sortedOrders(orders.values());
  const rows = working.map((order) => h(WorkingRow, { key: order.order_id, order }));
  const isBusy = busy.value.includes("all");
  const market = marketId.value ?? "";
  const actions = h(
    "span",
    { class: "row" },
    staleNote(!live.has("orders")),
    h(
      "button",
      { "aria-disabled": isBusy, onClick: () => void cancelAll(market) },
      "Cancel this market's",
    ),
    h(
      "button",
      { "aria-disabled": isBusy, "aria-keyshortcuts": "Shift+X", onClick: () => void cancelAll() },
      "Cancel all ",
      h("kbd", { "aria-hidden": true }, "X"),
    ),
  );
  const headings = ["Time", "Market", "Side", "#Price", "#Rest", "#Qty", "Kind", "Change"];
  return panel(
    `Working orders (${working.length})`,
    { name: "working", aside: actions },
    h("p", { role: "status" }, note.value),
    h("p", { role: "alert" }, problem.value && problemLine(problem.value)),
    table("Working orders", headings, rows, "no order rests"),
  );
}

function WorkingRow({ order }: { order: OwnOrder }): ComponentChild {
  const { order_id: id, created_at_ms, remaining_qty, qty, price, tif } = order;
  const isBusy = busy.value.includes(id);
  const said = `${sideWord(order)} ${figure(remaining_qty)} at ${figure(price)}`;
  const edits = amended.value === id;
  const change = edits
    ? h(AmendForm, { order })
    : h(
        "span",
        { class: "row" },
        h(
          "button",
          {
            "aria-label": `Amend ${said}`,
            onClick: () => {
              amended.value = id;
            },
          },
          "Amend",
        ),
        h(
          "button",
          {
            "aria-label": `Cancel ${said}`,
            "aria-disabled": isBusy,
            onClick: () => void cancel(order),
          },
          "Cancel",
        ),
      );
  return h(
    "tr",
    { class: sideClass(order), "data-order": id },
    h("td", null, timeOf(created_at_ms)),
    h("td", { class: "market" }, marketName(order.market_id)),
    h("td", { class: "side" }, sideWord(order)),
    num(figure(price)),
    num(figure(remaining_qty)),
    num(figure(qty)),
    h("td", null, `${plainText(tif)}${order.reduce_only ? " reduce" : ""}`),
    h("td", null, change),
  );
}

function AmendForm({ order }: { order: OwnOrder }): ComponentChild {
  const input = (name: "price" | "qty", label: string) =>
    h("input", {
      ...{ name, "aria-label": label, inputMode: "numeric", defaultValue: String(order[name]) },
      ...{ autocomplete: "off", class: "short" },
    });
  return h(
    "form",
    {
      class: "row",
      onSubmit: (event: TargetedSubmitEvent<HTMLFormElement>) => amend(event, order),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === "Escape") amended.value = null;
      },
    },
    input("price", "New price"),
    input("qty", "New quantity"),
    h("button", null, "Change"),
    h(
      "button",
      {
        type: "button",
        onClick: () => {
          amended.value = null;
        },
      },
      "Leave",
    ),
  );
}

/** Orders that are filled, cancelled or rejected. */
export function EndedOrders(): ComponentChild {
  const { ended } = sortedOrders(own.read().orders.values());
  const rows = ended
    .slice(0, 50)
    .map((order) =>
      h(
        "tr",
        { key: order.order_id, class: sideClass(order) },
        h("td", null, timeOf(order.updated_at_ms)),
        h("td", { class: "market" }, marketName(order.market_id)),
        h("td", { class: "side" }, sideWord(order)),
        num(order.price === null ? "market" : figure(order.price)),
        num(figure(order.filled_qty)),
        num(figure(order.qty)),
        num(figure(order.avg_fill_price_cents)),
        h("td", null, plainText(order.status).toLowerCase()),
      ),
    );
  const headings = ["Time", "Market", "Side", "#Price", "#Filled", "#Qty", "#Average", "Status"];
  return panel(
    "Ended orders",
    { name: "ended" },
    table("Ended orders", headings, rows, "none yet"),
  );
}

const sideClass = ({ side }: OwnOrder): string => (side === "BUY" ? "bid" : "ask");
const sideWord = ({ side }: OwnOrder): string => (side === "BUY" ? "▲ buy" : "▼ sell");

/** A market by its title. */
export function marketName(id: string): ComponentChild | string {
  const market = markets.value.find(({ market_id }) => market_id === id);
  return market === undefined ? NONE : venueText(market.title);
}
