/** Loses the answer to an order, and asks by its id what became of it. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import type { OrderBody, PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import type { ConnectionFault } from "../../scenarios/deployment/wire/sever.ts";
import type { AgentClient } from "../check/agent-client.ts";
import type { Terms } from "../model/market-state.ts";
import { isOfRisk } from "../model/outcomes.ts";
import { explainPlaced } from "../model/venue.ts";
import type { PropertyRun } from "./property-run.ts";
import { summaryOf } from "./property-send.ts";

/** What a venue may answer while the first request is under way; a 429 is waited out anyway (D-045). */
const MEANWHILE = statusesOf("D-045").filter((status) => status !== 429);
/** Pauses between a retry and the next: 6.35 s together, longer than any order is under way. */
const PAUSES_MS = Array.from({ length: 7 }, (_, retry) => 50 * 2 ** retry);

/**
 * Places an order whose answer is lost, then sends it again until it is answered. Errors: Broken
 * where that is neither one order placed once, nor one placed now.
 */
export async function lose(
  run: PropertyRun,
  { caller, terms }: { caller: AgentClient; terms: Terms },
  fault: ConnectionFault,
): Promise<void> {
  const body = run.bodyOf(terms);
  await caller.lose(body, fault);
  const placed = await sentAgain(run, caller, body);
  const wouldDecline = await isForAnotherReason(run, { caller, terms }, placed);
  if (!wouldDecline) await run.explain(caller, terms, placed);
}

/** Sends it until the first one is no longer under way, or has been for too long. */
async function sentAgain(
  run: PropertyRun,
  caller: AgentClient,
  body: OrderBody,
): Promise<PlaceResponse> {
  for (const pauseMs of PAUSES_MS) {
    const placed = await caller.placeOnce(body, { tolerates: MEANWHILE });
    if (!MEANWHILE.includes(placed.httpStatus)) return placed;
    await run.pause(pauseMs);
  }
  return caller.placeOnce(body);
}

/**
 * Whether a lost order was declined for risk, which its retry need not say: another decline is legal
 * (D-042). The same order under a new id is declined for risk then; a decline of an order that is
 * taken under a new id is none of that kind.
 */
async function isForAnotherReason(
  run: PropertyRun,
  { caller, terms }: { caller: AgentClient; terms: Terms },
  placed: PlaceResponse,
): Promise<boolean> {
  if (placed.fate !== "declined") return false;
  const arrival = { agent: caller.name, terms };
  if (!("expected" in explainPlaced(run.state, arrival, summaryOf(placed)))) return false;
  const twin = await caller.placeOnce(run.bodyOf(terms));
  return isOfRisk(summaryOf(twin), terms);
}
