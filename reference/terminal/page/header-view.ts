/** The line on top: who acts, where the stream stands, and what time the venue has. */
import { signal } from "@preact/signals";
import { type ComponentChild, h } from "preact";
import type { Records } from "../../client/client.ts";
import { clockOf, dollars } from "./figures.ts";
import { plainText } from "./plain-text.ts";
import { actFor, signOut } from "./session.ts";
import { followedId, own, spot, stream, venueMs } from "./state.ts";
import { acting } from "./venue.ts";
import { problemOf } from "./words.ts";

const problem = signal("");

async function leave(): Promise<void> {
  problem.value = "";
  try {
    await signOut();
  } catch (error) {
    problem.value = problemOf(error).text;
  }
}

const STATUS = { live: "live", connecting: "connecting", lost: "not live, asking" } as const;

/** Name, agent, stream, clock. */
export function Header({ account }: { account: Records["Account"] }): ComponentChild {
  return h(
    "header",
    { class: "top" },
    h("h1", null, h("a", { href: "/" }, "Venue")),
    h(AgentChoice, { account }),
    h(Funds, null),
    h(Spot, null),
    h(StreamNote, null),
    h("span", { class: "clock", title: "the venue's clock, UTC" }, h(Clock, null)),
    h("span", { class: "who" }, h("bdi", null, plainText(account.display_name))),
    h("button", { onClick: () => void leave() }, "Sign out"),
    h("span", { role: "alert", class: "problem" }, problem.value),
  );
}

function AgentChoice({ account: { agents } }: { account: Records["Account"] }): ComponentChild {
  const options = (without: string | null) =>
    agents
      .filter(({ agent_id }) => agent_id !== without)
      .map(({ agent_id, name }) => h("option", { value: agent_id }, plainText(name)));
  const choose = (event: { currentTarget: HTMLSelectElement }) => actFor(event.currentTarget.value);
  const follow = (event: { currentTarget: HTMLSelectElement }) => {
    followedId.value = event.currentTarget.value || null;
  };
  const { value } = acting;
  return h(
    "span",
    { class: "row" },
    h(
      "label",
      null,
      "Agent ",
      h("select", { value: value ?? "", onChange: choose }, options(null)),
    ),
    agents.length > 1 &&
      h(
        "label",
        null,
        "Follow ",
        h(
          "select",
          { value: followedId.value ?? "", onChange: follow },
          h("option", { value: "" }, "nobody"),
          options(value),
        ),
      ),
  );
}

function Funds(): ComponentChild {
  const { wallet } = own.read();
  const part = (name: string, cents: unknown) =>
    h("span", null, h("small", null, name), " ", h("b", null, dollars(cents)));
  return h(
    "span",
    { class: "funds", role: "group", "aria-label": "Wallet, dollars" },
    part("Free", wallet?.free_cents),
    part("Earmarked", wallet?.reserved_cents),
    part("Cash", wallet?.cash_cents),
    part("Equity", wallet?.equity_cents),
  );
}

function Spot(): ComponentChild {
  const { status, price } = spot.read();
  const isGood = status === "OK" || status === "";
  return h(
    "span",
    { class: "spot" },
    h("small", null, "BTC"),
    " ",
    h("b", null, price === null ? "–" : dollars(price * 100)),
    !isGood && h("span", { class: "stale" }, ` feed ${plainText(status).toLowerCase()}`),
  );
}

function StreamNote(): ComponentChild {
  const { status, why } = stream.value;
  const mark = status === "live" ? "●" : "○";
  return h(
    "span",
    { class: `stream ${status}`, role: "status", title: why },
    h("span", { "aria-hidden": true }, mark),
    ` ${STATUS[status]}`,
  );
}

const Clock = (): ComponentChild => h("time", null, clockOf(venueMs.value));
