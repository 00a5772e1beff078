/** Venues on which a session acts for an agent that is not its own. */

import { changeList, type Fields, fieldsOf, learning, matches } from "../../interposer/changes.ts";
import { hasSession } from "../../interposer/credentials.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { agentsOfOwner } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** What sessions have placed is listed as that of the agent which the order names. */
function listedForTheNamed(): WireVariant {
  const placed = new Map<unknown, Fields[]>();
  return learning(
    (request, given) => {
      const { agent_id: named } = fieldsOf(request.body);
      const isPlaced = matches(request, "POST /orders") && given.status === 201;
      if (!isPlaced || !hasSession(request) || named === undefined) return;
      placed.set(named, [...(placed.get(named) ?? []), fieldsOf(given.body)]);
    },
    changeList("GET /orders/open", async (orders, request, venue) => {
      if (placed.size === 0) return orders;
      const agents = await agentsOfOwner({ request, venue });
      const own = agents.find(({ calling }) => calling)?.["agent_id"];
      return [...orders, ...(placed.get(own) ?? [])];
    }),
  );
}

/** Defects of what a session names. */
export const ofNamed: readonly Mutant[] = [
  {
    name: "orders-of-sessions-for-the-agent-that-they-name",
    breaks: ["GEN-UNK-01"],
    defect: "An order of a session is listed as open to the agent that its body names.",
    wire: listedForTheNamed,
  },
];
