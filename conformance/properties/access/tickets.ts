/** Tickets that are minted by whomever, and used once. */

import { Missing } from "../../../scenarios/deployment/stops.ts";
import { PREFIXES } from "../../check/cell.ts";
import { ticketIn } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { Broken } from "../broken.ts";
import { asNobody, demand, sentBy } from "./credential.ts";
import { type PlayHoldings, picked } from "./holdings.ts";
import type { Deed } from "./step.ts";

/** Well before a ticket ends. Units: ms. */
const TICKET_MS_MAX = 30_000;

/** Somebody asks for a ticket. Errors: Broken. */
export async function mintTicket(held: PlayHoldings, step: Deed<"mint-ticket">): Promise<void> {
  const by = picked(held.all, step.by);
  // Which scope it takes is not shown (D-130).
  if (by.may !== "all" && !by.ended) return;
  const body = by.is === "session" ? { agent_id: held.parties.human.agentId } : {};
  const prefix = picked(PREFIXES, step.prefix);
  const answer = await sentBy(by, { method: "POST", path: "/auth/ws-ticket", body, prefix });
  demand(answer, by.ended ? asNobody : { aspect: "answers", says: http(201) });
  const text = ticketIn(answer);
  if (text !== null) held.tickets.push({ text, by, used: false, mintedAt: await timeOf(held) });
}

/**
 * Somebody opens the stream with a ticket, one of the latest first. Whether a ticket outlives what it was
 * minted by is not shown (D-158). Errors: Broken.
 */
export async function openStream(held: PlayHoldings, step: Deed<"open-stream">) {
  const { t, tickets } = held;
  if (tickets.length === 0) return;
  const ticket = picked(tickets.toReversed(), step.pick);
  if (ticket.used) {
    const { form } = await t.stream.knock(ticket.text);
    if (form !== "open") return;
    const deviation = { expected: "a ticket that was used to open nothing", actual: "a stream" };
    throw new Broken("refusal", deviation, t.sent.latest);
  }
  if (ticket.by.ended || (await timeOf(held)) - ticket.mintedAt > TICKET_MS_MAX) return;
  const { form, status, socket } = await t.stream.open(ticket.text);
  ticket.used = true;
  // Whether orders outlive the end of a stream is not shown: they may be cancelled with it.
  held.socketsClosed += 1;
  await socket?.close();
  if (form === "open") return;
  const deviation = { expected: "a fresh ticket to open the stream", actual: `${status}, ${form}` };
  throw new Broken("answers", deviation, t.sent.latest);
}

/** By the target's clock, where control moves it. Units: ms. */
async function timeOf({ t }: PlayHoldings): Promise<number> {
  return (await t.clock.told()) ?? performance.now();
}

/** Whether there is a stream at an address that may be a guess. */
export async function hasStream({ t, parties }: PlayHoldings): Promise<boolean> {
  const answer = await parties.agent.request({ method: "POST", path: "/auth/ws-ticket", body: {} });
  const ticket = ticketIn(answer);
  if (ticket === null) return false;
  try {
    const { socket } = await t.stream.open(ticket);
    await socket?.close();
    return true;
  } catch (error) {
    if (error instanceof Missing) return false;
    throw error;
  }
}
