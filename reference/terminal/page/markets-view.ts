/** The list of markets, by kind and status. */
import { signal } from "@preact/signals";
import { type ComponentChild, h } from "preact";
import type { Records } from "../../client/client.ts";
import { figure, momentOf, NONE } from "./figures.ts";
import { panel, venueText } from "./parts.ts";
import { plainText } from "./plain-text.ts";
import { lookAt } from "./session.ts";
import { marketId, markets } from "./state.ts";

const KINDS = { "": "all kinds", BTC_BINARY: "binary", BTC_PERP: "perp", BTC_PARLAY: "parlay" };
const STATUSES = {
  OPEN: "open",
  "": "any status",
  EXPIRED: "expired",
  RESOLVED: "resolved",
  VOID: "void",
};

const wantedKind = signal("");
const wantedStatus = signal("OPEN");
const wantedText = signal("");

/** A market's kind as people say it. */
export const kindOf = (kind: unknown): string =>
  KINDS[String(kind) as keyof typeof KINDS] ?? plainText(kind);

const choice = (label: string, wanted: { value: string }, options: Record<string, string>) =>
  h(
    "select",
    {
      "aria-label": label,
      value: wanted.value,
      onChange: (event: { currentTarget: HTMLSelectElement }) => {
        wanted.value = event.currentTarget.value;
      },
    },
    Object.entries(options).map(([value, text]) => h("option", { value }, text)),
  );

function isWanted({ kind, status, title }: Records["Market"]): boolean {
  if (wantedKind.value !== "" && kind !== wantedKind.value) return false;
  if (wantedStatus.value !== "" && status !== wantedStatus.value) return false;
  return String(title).toLowerCase().includes(wantedText.value.toLowerCase());
}

/** Markets to choose from; arrow keys walk along them. */
export function Markets(): ComponentChild {
  const listed = markets.value.filter(isWanted);
  const search = h("input", {
    type: "search",
    placeholder: "find",
    "aria-label": "Find a market",
    value: wantedText.value,
    onInput: (event: { currentTarget: HTMLInputElement }) => {
      wantedText.value = event.currentTarget.value;
    },
  });
  return panel(
    "Markets",
    { name: "markets" },
    h(
      "div",
      { class: "row filters" },
      choice("Kind", wantedKind, KINDS),
      choice("Status", wantedStatus, STATUSES),
      search,
    ),
    h(
      "ul",
      { class: "scroll", onKeyDown: walk },
      listed.map((market) => h(MarketRow, { key: market.market_id, market })),
      listed.length === 0 && h("li", { class: "quiet" }, "no such market"),
    ),
  );
}

function MarketRow({ market }: { market: Records["Market"] }): ComponentChild {
  const { market_id: id, title, kind, status, expiry_ts_ms: expiry, strike_price: strike } = market;
  const facts = [
    kindOf(kind),
    status === "OPEN" ? "" : plainText(status).toLowerCase(),
    typeof strike === "number" ? `strike ${figure(strike / 100)}` : "",
    expiry === null ? "no expiry" : `ends ${momentOf(expiry)}`,
  ];
  return h(
    "li",
    null,
    h(
      "button",
      { "aria-current": id === marketId.value ? "true" : undefined, onClick: () => lookAt(id) },
      h("span", { class: "title" }, venueText(title)),
      h("b", { class: "num", title: "mark" }, figure(market.mark_price)),
      h("small", null, facts.filter(Boolean).join(" · ")),
      h("small", { class: "num" }, touchOf(market)),
    ),
  );
}

const touchOf = ({ best_bid, best_ask }: Records["Market"]): string =>
  best_bid === null && best_ask === null ? NONE : `${figure(best_bid)} / ${figure(best_ask)}`;

function walk(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus();
}
