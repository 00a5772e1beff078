/** What an operator may do: the clock, the market, the kill switch, the feed, the gates. */
import { type ComponentChild, h, type TargetedSubmitEvent } from "preact";
import {
  advance,
  command,
  controlNote,
  controlProblem,
  dropToken,
  follow,
  isFollowing,
  offered,
  pause,
  takeToken,
} from "./control.ts";
import { wholeNumber } from "./figures.ts";
import { field, panel, problemLine } from "./parts.ts";
import { plainText } from "./plain-text.ts";
import { lookedMarket } from "./state.ts";
import { StateControl } from "./state-view.ts";

/** Asks for the token once, and then offers what it is good for. */
export function Control(): ComponentChild {
  const can = offered.value;
  const parts = can === null ? [h(TokenForm, null)] : partsOf(can);
  const forget = h("button", { onClick: dropToken }, "Forget the token");
  return panel(
    "Control",
    { name: "control", aside: can !== null && forget },
    ...parts,
    h("p", { role: "status" }, plainText(controlNote.value)),
    h("p", { role: "alert" }, controlProblem.value && problemLine(controlProblem.value)),
  );
}

function partsOf({ capabilities, gates }: { capabilities: string[]; gates: string[] }) {
  const can = (name: string) => capabilities.includes(name);
  return [
    can("reset") && h(StateControl, null),
    can("clock") && h(ClockControl, null),
    can("markets") && h(MarketControl, null),
    can("freeze") &&
      switchOf("Kill switch", "/freeze", { on: { frozen: true }, off: { frozen: false } }),
    can("upstream") &&
      switchOf("Feed", "/upstream", { on: { reachable: true }, off: { reachable: false } }),
    ...(can("gates") ? gates : []).map((name) =>
      switchOf(`Gate ${plainText(name)}`, `/gates/${encodeURIComponent(name)}`, {
        on: { closed: false },
        off: { closed: true },
      }),
    ),
  ];
}

/** Takes the token. */
export function TokenForm(): ComponentChild {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    void takeToken(String(new FormData(form).get("token")));
    form.reset();
  };
  const input = h("input", {
    ...{ type: "password", name: "token", required: true, autocomplete: "off" },
  });
  return h(
    "form",
    { class: "row", onSubmit: submit },
    field("Operator's token", input, {
      id: "token-hint",
      text: "kept in memory until the page is left",
    }),
    h("button", null, "Use it"),
  );
}

function ClockControl(): ComponentChild {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const seconds = wholeNumber(String(new FormData(event.currentTarget).get("seconds")));
    if (seconds !== null && seconds >= 0) void advance(seconds * 1000);
  };
  const isOn = isFollowing.value;
  return h(
    "form",
    { class: "row", role: "group", "aria-label": "Clock", onSubmit: submit },
    h("b", null, "Clock"),
    h(
      "button",
      { type: "button", "aria-pressed": isOn, onClick: isOn ? pause : follow },
      isOn ? "Pause" : "Follow real time",
    ),
    h("button", { type: "button", onClick: () => void advance(1_000) }, "Step 1 s"),
    h("input", {
      ...{ name: "seconds", defaultValue: "60", inputMode: "numeric", class: "short" },
      "aria-label": "Seconds to advance",
    }),
    h("button", null, "Advance"),
  );
}

const STATUSES = ["OPEN", "EXPIRED", "RESOLVED YES", "RESOLVED NO", "VOID"];

function MarketControl(): ComponentChild {
  const market = lookedMarket.value;
  if (market === null) return null;
  const path = `/markets/${market.market_id}`;
  const setMark = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("mark")).trim();
    const mark = text === "" ? null : wholeNumber(text);
    if (text === "" || mark !== null) void command("PATCH", path, { mark_price: mark });
  };
  const setStatus = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = String(new FormData(event.currentTarget).get("status"));
    const [status, outcome] = chosen.split(" ");
    void command("PATCH", path, { status, ...(outcome !== undefined && { outcome }) });
  };
  return h(
    "div",
    { role: "group", "aria-label": "This market" },
    h(
      "form",
      { class: "row", onSubmit: setMark },
      h("b", null, "Mark"),
      h("input", { name: "mark", inputMode: "numeric", class: "short", "aria-label": "New mark" }),
      h("button", null, "Set mark"),
    ),
    h(
      "form",
      { class: "row", onSubmit: setStatus },
      h("b", null, "Status"),
      h(
        "select",
        { name: "status", "aria-label": "New status" },
        STATUSES.map((value) => h("option", { value }, value.toLowerCase())),
      ),
      h("button", null, "Set status"),
    ),
  );
}

function switchOf(
  name: string,
  path: string,
  { on, off }: Record<"on" | "off", object>,
): ComponentChild {
  const button = (text: string, body: object) =>
    h("button", { onClick: () => void command("PUT", path, body) }, text);
  return h(
    "div",
    { class: "row", role: "group", "aria-label": name },
    h("b", null, name),
    button("on", on),
    button("off", off),
  );
}
