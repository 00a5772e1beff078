/** The page: who is not signed in signs in, everybody else trades. */
import {
  Component,
  type ComponentChild,
  type ComponentChildren,
  type ComponentType,
  Fragment,
  h,
} from "preact";
import { useEffect } from "preact/hooks";
import { BookPanel, Trades } from "./book-view.ts";
import { Chart } from "./chart-view.ts";
import { Control } from "./control-view.ts";
import { figure, momentOf } from "./figures.ts";
import { Header } from "./header-view.ts";
import { Ladder } from "./ladder-view.ts";
import { BadLink, LinkPage } from "./link-view.ts";
import { kindOf, Markets } from "./markets-view.ts";
import { order } from "./order-fields.ts";
import { OrderForm } from "./order-form.ts";
import { cancelAll, EndedOrders, WorkingOrders } from "./orders-view.ts";
import { venueText } from "./parts.ts";
import { plainText } from "./plain-text.ts";
import { Followed, Positions } from "./positions-view.ts";
import { SignIn } from "./sign-in-view.ts";
import { lookedMarket, visitor } from "./state.ts";
import { given } from "./state-link.ts";
import { Tape } from "./tape-view.ts";

/** A part that cannot be drawn says so, and the others stand. */
class Guarded extends Component<{ children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(): void {
    this.setState({ failed: true });
    setTimeout(() => this.setState({ failed: false }), 3_000);
  }

  override render(): ComponentChildren {
    if (!this.state.failed) return this.props.children;
    return h(
      "section",
      { class: "panel", role: "alert" },
      "What the venue said here cannot be shown.",
    );
  }
}

const guarded = (part: ComponentType): ComponentChild => h(Guarded, null, h(part, null));

/** Everything. */
export function Page(): ComponentChild {
  const link = given.value;
  if (link.kind !== "none" && link.kind !== "bad") return h(LinkPage, { link });
  return h(Fragment, null, h(BadLink, null), h(Venue, null));
}

function Venue(): ComponentChild {
  const who = visitor.value;
  if (who.kind === "stranger") return h(SignIn, { note: who.note });
  if (who.kind === "unknown") {
    const text =
      who.problem === "" ? "Asking the venue…" : `Not reached: ${who.problem}. Trying again.`;
    return h(
      "main",
      { class: "sign-in" },
      h("h1", null, "Venue"),
      h("p", { role: "status" }, text),
    );
  }
  return h("div", { class: "page" }, h(Header, { account: who.account }), h(Desk, null));
}

function Desk(): ComponentChild {
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return h(
    "main",
    { class: "desk" },
    h("div", { class: "column left" }, guarded(Markets)),
    h("div", { class: "column top-middle" }, guarded(MarketHead), guarded(Chart)),
    h("div", { class: "column side" }, guarded(OrderForm)),
    h(
      "div",
      { class: "column middle" },
      h("div", { class: "beside" }, guarded(BookPanel), guarded(Trades)),
      guarded(WorkingOrders),
      guarded(Positions),
      guarded(EndedOrders),
    ),
    h(
      "div",
      { class: "column side" },
      guarded(Ladder),
      guarded(Followed as ComponentType),
      guarded(Control),
      guarded(Tape),
    ),
  );
}

function MarketHead(): ComponentChild {
  const market = lookedMarket.value;
  if (market === null) return h("p", { class: "market-head" }, "No market is chosen.");
  const { title, kind, status, strike_price: strike, expiry_ts_ms: expiry, geometry } = market;
  const fact = (name: string, text: ComponentChildren) =>
    h("span", null, h("small", null, name), " ", h("b", null, text));
  return h(
    "div",
    { class: "market-head" },
    h("h2", null, venueText(title)),
    fact("kind", kindOf(kind)),
    fact("status", plainText(status).toLowerCase()),
    typeof strike === "number" && fact("strike", figure(strike / 100)),
    fact("ends", expiry === null ? "never" : `${momentOf(expiry)} UTC`),
    fact("mark", figure(market.mark_price)),
    fact("prices in", plainText(geometry?.price_unit)),
  );
}

const FOCUS: Record<string, string> = {
  "/": ".markets input",
  p: "#order-price",
  q: "#order-qty",
};

/** Keys that work where nobody types. */
function press(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  if (key === "X") return void cancelAll();
  if (key === "b") order.side.value = "BUY";
  else if (key === "s") order.side.value = "SELL";
  else if (FOCUS[key] === undefined) return;
  event.preventDefault();
  document.querySelector<HTMLInputElement>(FOCUS[key] ?? "#order-qty")?.select();
}
