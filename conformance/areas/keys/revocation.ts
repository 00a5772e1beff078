/** Keys that are revoked, as steps of checks. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import { type Exchange, succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { Cell } from "../../check/cell.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { MadeKey } from "../../check/human-client.ts";
import { oncePerLease } from "../../check/once.ts";
import { http } from "../../expect/answers.ts";
import { MAY_BE_CLOSED, requestTo } from "../../expect/route-request.ts";
import { BEARER_ROUTES } from "../../spec/route-table.ts";
import { demandWorking } from "../credentials.ts";

/** A revocation that was taken. */
export const revoked = http(...statusesOf("D-133"));

/** Errors: StandsOn where a plain revocation fails. */
export function demandRevoked(exchange: Exchange): void {
  if (succeeded(exchange)) return;
  const status = exchange.response?.status ?? 0;
  throw new StandsOn("KEY-REV-01", `revoking a key was answered ${status}`);
}

/** Two working keys of one agent, of which the first is then revoked. */
export async function oneOfTwoRevoked(
  { human, cell }: CheckContext,
  beforehand: (revoked: MadeKey) => Promise<void> = async () => {},
): Promise<{ revoked: MadeKey; kept: MadeKey }> {
  const how = whereKeysAre(cell);
  const revoked = await human.newKey({}, how);
  const kept = await human.newKey({}, how);
  demandWorking(await revoked.caller.orders());
  demandWorking(await kept.caller.orders());
  await beforehand(revoked);
  demandRevoked(await human.revoke(revoked.keyId, how));
  return { revoked, kept };
}

/** Under the cell's prefix, but where key routes may be absent (D-174). */
function whereKeysAre({ prefix = "/v1" }: Cell): { prefix?: string } {
  return prefix.endsWith("/v1") ? {} : { prefix: "/v1" };
}

/** One of two keys, used on every route and then revoked; once a lease. */
export const revokedOncePerLease = oncePerLease((t) =>
  oneOfTwoRevoked(t, ({ caller }) => usedEverywhere(t, caller)),
);

/** What a key has opened once may be remembered of it: it is sent to every route while it is good. */
async function usedEverywhere({ run }: CheckContext, caller: AgentClient): Promise<void> {
  for (const route of BEARER_ROUTES) {
    const ask = requestTo(route, { freshId: run.freshId() });
    await caller.request({ ...ask, tolerates: MAY_BE_CLOSED });
  }
}
