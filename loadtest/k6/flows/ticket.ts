/** Tickets under load: minted and used, minted and wasted, used twice. */
import { agentOf } from "../lib/agents.ts";
import { ticketsReused } from "../lib/metrics.ts";
import { moment } from "../lib/moment.ts";
import { settings } from "../lib/settings.ts";
import { mint, opens } from "../lib/stream.ts";

export async function ticket(): Promise<void> {
  const at = moment("ticket");
  const minted = await mint(at, agentOf(at.turn));
  const isWasted = at.index % 3 === 1;
  if (minted === null || isWasted || settings.target.streamUrl === null) return;
  const first = await opens(minted);
  const isReused = at.index % 3 === 2 && first;
  if (isReused && (await opens(minted))) ticketsReused.add(1);
}
