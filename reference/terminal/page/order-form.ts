/** The form that places an order: all fields, what it would earmark, and what the venue said. */
import { effect, type Signal, signal } from "@preact/signals";
import { type ComponentChild, h } from "preact";
import { dollars, figure, NONE } from "./figures.ts";
import { askAgain, confirm, type Intention, intentions, isSending, place } from "./intentions.ts";
import { draft, earmark, isPerp, order } from "./order-fields.ts";
import { field, panel, problemLine } from "./parts.ts";
import { lookedMarket, marketId, own } from "./state.ts";

const wrong = signal<{ field: string; problem: string } | null>(null);
/** What the venue took for a slip, until somebody says whether it was one. */
const asked = signal<Intention | null>(null);

/** A price belongs to one market. */
effect(() => {
  void marketId.value;
  order.price.value = "";
  order.clientOrderId.value = "";
});

async function submit(event: Event): Promise<void> {
  event.preventDefault();
  const drafted = draft();
  wrong.value = "problem" in drafted ? drafted : null;
  if ("problem" in drafted) {
    document.getElementById(`order-${drafted.field}`)?.focus();
    return;
  }
  told(await place(drafted.body));
}

function told(intention: Intention | null): void {
  if (intention === null) return;
  asked.value = intention.problem?.code === "FAT_FINGER" ? intention : null;
  const hasOwnId = order.clientOrderId.peek() !== "";
  if (intention.state === "placed" && hasOwnId) order.clientOrderId.value = "";
}

/** All of it. */
export function OrderForm(): ComponentChild {
  const market = lookedMarket.value;
  return panel(
    "Order",
    { name: "order" },
    h(
      "form",
      { onSubmit: (event: Event) => void submit(event), noValidate: true },
      h(Sides, null),
      h(
        "div",
        { class: "pair" },
        pick("Type", order.type, ["LIMIT", "MARKET"]),
        order.type.value === "LIMIT"
          ? pick("Time in force", order.tif, ["GTC", "IOC", "FOK", "POST_ONLY"])
          : typed("Slippage cap", "slippage", isPerp() ? "bps" : "cents"),
      ),
      h(
        "div",
        { class: "pair" },
        order.type.value === "LIMIT"
          ? typed("Price", "price", priceHint(market?.geometry))
          : field("Price", h("input", { disabled: true, value: "market" })),
        typed("Quantity", "qty", "contracts"),
      ),
      isPerp() &&
        h(
          "div",
          { class: "pair" },
          typed("Leverage", "leverage", `up to ${figure(market?.max_leverage)}`),
          pick("Margin", order.marginMode, ["", "CROSS", "ISOLATED"]),
        ),
      h(
        "details",
        null,
        h("summary", null, "More"),
        typed("Client order id", "clientOrderId", "made for each order where it is empty"),
        typed("Receive window", "recvWindow", "ms; with the venue's time"),
      ),
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          checked: order.reduceOnly.value,
          onChange: (event: { currentTarget: HTMLInputElement }) => {
            order.reduceOnly.value = event.currentTarget.checked;
          },
        }),
        h("span", null, "reduce only"),
      ),
      h(Earmark, null),
      h(SubmitButton, null),
    ),
    h("div", { role: "alert" }, wrongLine()),
    asked.value && h(Question, { intention: asked.value }),
    h(Outcomes, null),
  );
}

function Sides(): ComponentChild {
  const side = (value: "BUY" | "SELL", key: string) =>
    h(
      "button",
      {
        type: "button",
        class: value.toLowerCase(),
        "aria-pressed": order.side.value === value,
        "aria-keyshortcuts": key,
        onClick: () => {
          order.side.value = value;
        },
      },
      value === "BUY" ? "Buy" : "Sell",
      h("kbd", { "aria-hidden": true }, key),
    );
  return h(
    "div",
    { class: "sides", role: "group", "aria-label": "Side" },
    side("BUY", "b"),
    side("SELL", "s"),
  );
}

function SubmitButton(): ComponentChild {
  const { side, type, qty, price } = order;
  const verb = side.value === "BUY" ? "Buy" : "Sell";
  const at = type.value === "MARKET" ? "at the market" : `at ${price.value || NONE}`;
  const text = isSending() ? "Sending…" : `${verb} ${qty.value || NONE} ${at}`;
  return h(
    "button",
    { class: `submit ${side.value.toLowerCase()}`, "aria-disabled": isSending() },
    text,
  );
}

function Earmark(): ComponentChild {
  const { wallet } = own.read();
  const cents = earmark.value;
  const free = wallet?.free_cents;
  const isShort = cents !== null && typeof free === "number" && cents > free;
  return h(
    "p",
    { class: "earmark" },
    h("span", null, "Would earmark about "),
    h("b", { class: "num" }, dollars(cents)),
    h("span", null, " of "),
    h("b", { class: "num" }, dollars(free)),
    isShort && h("span", { class: "problem" }, " more than is free"),
  );
}

const priceHint = (
  geometry: { min_price: number; max_price: number; tick_size: number } | undefined,
) =>
  geometry &&
  `${figure(geometry.min_price)} to ${figure(geometry.max_price)}, step ${figure(geometry.tick_size)}`;

function wrongLine(): ComponentChild | null {
  if (wrong.value === null) return null;
  return h("p", { class: "problem" }, `${wrong.value.field}: ${wrong.value.problem}`);
}

type TextField = {
  [K in keyof typeof order]: (typeof order)[K] extends Signal<string> ? K : never;
}[keyof typeof order];

function typed(
  label: string,
  name: TextField | "price" | "qty",
  hint?: string | false,
): ComponentChild {
  const value = order[name] as Signal<string>;
  const isWrong = wrong.value?.field === name;
  const input = h("input", {
    id: `order-${name}`,
    inputMode: name === "clientOrderId" ? "text" : "numeric",
    autocomplete: "off",
    value: value.value,
    "aria-invalid": isWrong,
    "aria-describedby": hint ? `order-${name}-hint` : undefined,
    onInput: (event: { currentTarget: HTMLInputElement }) => {
      value.value = event.currentTarget.value;
      wrong.value = null;
      asked.value = null;
    },
  });
  return field(label, input, hint ? { id: `order-${name}-hint`, text: hint } : undefined);
}

function pick<T extends string>(
  label: string,
  chosen: Signal<T>,
  options: readonly T[],
): ComponentChild {
  const select = h(
    "select",
    {
      value: chosen.value,
      onChange: (event: { currentTarget: HTMLSelectElement }) => {
        chosen.value = event.currentTarget.value as T;
      },
    },
    options.map((value) => h("option", { value }, value === "" ? "default" : wordOf(value))),
  );
  return field(label, select);
}

const wordOf = (value: string): string =>
  value
    .replace("_", " ")
    .toLowerCase()
    .replace(/^(gtc|ioc|fok)$/, (it) => it.toUpperCase());

function Question({ intention }: { intention: Intention }): ComponentChild {
  const answer = async (isMeant: boolean) => {
    asked.value = null;
    if (isMeant) told(await confirm(intention));
  };
  const { side, qty, price } = intention.body;
  return h(
    "div",
    { class: "question", role: "alertdialog", "aria-labelledby": "slip" },
    h(
      "p",
      { id: "slip" },
      `Is this meant? ${side} ${figure(qty)} at ${figure(price)} is far from what is usual.`,
    ),
    h(
      "div",
      { class: "row" },
      h("button", { onClick: () => void answer(true) }, "Place it all the same"),
      h("button", { onClick: () => void answer(false) }, "Leave it"),
    ),
  );
}

function Outcomes(): ComponentChild {
  const lines = intentions.value.map((intention) =>
    h("li", { key: intention.body.client_order_id, class: intention.state }, outcome(intention)),
  );
  return h("ol", { class: "outcomes", "aria-live": "polite", "aria-label": "Orders sent" }, lines);
}

function outcome(intention: Intention): ComponentChild[] {
  const { body, state, result, problem } = intention;
  const at = body.type === "MARKET" ? "market" : figure(body.price);
  const what = h(
    "b",
    null,
    `${body.side === "BUY" ? "Buy" : "Sell"} ${figure(body.qty)} at ${at} `,
  );
  if (state === "sending") return [what, h("span", null, "sending…")];
  if (state === "placed") return [what, h("span", null, resultText(result!))];
  if (state === "declined") return [what, problemLine(problem!)];
  const again = h("button", { onClick: () => void askAgain(intention).then(told) }, "Ask again");
  const said = "Nobody knows yet whether it was placed; asking again places it once at most. ";
  return [what, problemLine(problem!), h("span", null, said), again];
}

function resultText(result: NonNullable<Intention["result"]>): string {
  const { status, filled_qty: filled, remaining_qty: rest, avg_fill_price_cents: price } = result;
  if (status === "NEW") return `rests: ${figure(rest)}`;
  const had = filled > 0 ? `filled ${figure(filled)} at ${figure(price)}` : "nothing filled";
  if (status === "PARTIAL") return `${had}, ${figure(rest)} rest`;
  return status === "FILLED" ? had : `${had}, the rest was cancelled`;
}
