/** Puts a ladder of orders in the place of those that rest on a side of the market. */
import { signal } from "@preact/signals";
import { type ComponentChild, h, type TargetedSubmitEvent } from "preact";
import type { Records } from "../../client/client.ts";
import { figure, wholeNumber } from "./figures.ts";
import { newOrderId } from "./intentions.ts";
import { field, panel, problemLine } from "./parts.ts";
import { lookedMarket } from "./state.ts";
import { call } from "./venue.ts";
import { isUncertain, problemOf, type SpokenProblem, spoken } from "./words.ts";

type LadderBody = Records["LadderRequest"];

const RUNGS_MAX = 20;
const TRIES = 3;

const side = signal<"BUY" | "SELL">("BUY");
const isBusy = signal(false);
const note = signal("");
const problems = signal<SpokenProblem[]>([]);

/** The rungs that a form asks for; null where a number is missing. */
function ladderOf(
  form: { first: string; step: string; rungs: string; qty: string },
  { market_id, isBuy }: { market_id: string; isBuy: boolean },
): LadderBody | null {
  const [first, step, rungs, qty] = [form.first, form.step, form.rungs, form.qty].map(wholeNumber);
  if (first == null || step == null || rungs == null || qty == null) return null;
  if (rungs < 0 || rungs > RUNGS_MAX || step < 1) return null;
  const orders = Array.from({ length: rungs }, (_, at) => ({
    side: isBuy ? ("BUY" as const) : ("SELL" as const),
    type: "LIMIT" as const,
    price: first + (isBuy ? -at : at) * step,
    qty,
    client_order_id: newOrderId(),
  }));
  return { market_id, side: isBuy ? "BUY" : "SELL", orders };
}

async function submit(event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> {
  event.preventDefault();
  const market = lookedMarket.peek();
  if (isBusy.value || market === null) return;
  const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
  const { first = "", step = "", rungs = "", qty = "" } = form;
  const isBuy = side.value === "BUY";
  const body = ladderOf({ first, step, rungs, qty }, { market_id: market.market_id, isBuy });
  note.value = "";
  problems.value = [];
  if (body === null) {
    note.value = `Whole numbers, and at most ${RUNGS_MAX} rungs.`;
    return;
  }
  isBusy.value = true;
  try {
    told(await sent(body));
  } catch (error) {
    problems.value = [problemOf(error)];
    if (isUncertain(error)) note.value = "The list of orders shows what became of it.";
  } finally {
    isBusy.value = false;
  }
}

/** The same again where no answer came: its rungs have ids, so that none is placed twice. */
async function sent(body: LadderBody) {
  for (let tries = 1; ; tries++) {
    try {
      return await call("POST /orders/replace-ladder", { body });
    } catch (error) {
      if (tries === TRIES || !isUncertain(error)) throw error;
    }
  }
}

function told({ cancelled, results }: { cancelled: string[]; results: Records["LadderResult"][] }) {
  const declined = results.filter(({ status }) => status === "REJECTED");
  note.value = `${figure(cancelled.length)} cancelled, ${figure(results.length - declined.length)} placed.`;
  problems.value = declined.map((one) => spoken(String(one.reject_reason), one.reject_message));
}

/** First price, step, rungs and quantity. */
export function Ladder(): ComponentChild {
  const input = (name: string, label: string, defaultValue: string) =>
    field(
      label,
      h("input", { name, defaultValue, inputMode: "numeric", autocomplete: "off", required: true }),
    );
  const choose = (event: { currentTarget: HTMLSelectElement }) => {
    side.value = event.currentTarget.value as "BUY" | "SELL";
  };
  const option = (value: string, text: string) => h("option", { value }, text);
  return panel(
    "Ladder",
    { name: "ladder" },
    h(
      "form",
      { onSubmit: (event: TargetedSubmitEvent<HTMLFormElement>) => void submit(event) },
      h(
        "div",
        { class: "pair" },
        field(
          "Ladder of",
          h(
            "select",
            { value: side.value, onChange: choose },
            option("BUY", "bids"),
            option("SELL", "asks"),
          ),
        ),
        input("first", "First price", ""),
      ),
      h(
        "div",
        { class: "pair" },
        input("step", "Step", String(lookedMarket.value?.geometry?.tick_size ?? 1)),
        input("rungs", "Rungs", "3"),
        input("qty", "Quantity of each", "1"),
      ),
      h("button", { "aria-disabled": isBusy.value }, "Replace this side's orders"),
    ),
    h("p", { role: "status" }, note.value),
    h(
      "ul",
      { role: "alert", class: "plain" },
      problems.value.map((one) => h("li", null, problemLine(one))),
    ),
  );
}
