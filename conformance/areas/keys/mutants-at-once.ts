/** Venues that lose one of two keys, or one of two revocations, that are asked for at once. */

import { answer, ask, fieldsOf, matches } from "../../interposer/changes.ts";
import { END_KEY, hasSession, MAKE_KEY } from "../../interposer/credentials.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** How long it takes to write the keys of an agent down. Units: ms. */
const WRITING_MS = 20;

/** What becomes of a browser's request while another of the same route is under way for its agent. */
function meanwhile(route: string, second: WireVariant): () => WireVariant {
  return () => {
    const underWay = new Set<string>();
    return async (request, venue) => {
      if (!matches(request, route) || !hasSession(request)) return venue(request);
      const [agent = ""] = request.path.split("/keys");
      if (underWay.has(agent)) return second(request, venue);
      underWay.add(agent);
      await new Promise((resolve) => setTimeout(resolve, WRITING_MS));
      return venue(request).finally(() => underWay.delete(agent));
    };
  };
}

/** The key is told, and is none. */
const lost: WireVariant = async (request, venue) => {
  const given = await venue(request);
  const { key_id: id } = fieldsOf(given.body);
  if (given.status < 300) await ask({ request, venue }, `DELETE ${request.path}/${id}`);
  return given;
};

/** Defects of what is asked for at once. */
export const atOnce: readonly Mutant[] = [
  {
    name: "one-of-two-keys-made-at-once-lost",
    breaks: ["KEY-NEW-02"],
    defect: "A key that is made while another one of its agent is being made opens nothing.",
    wire: meanwhile(MAKE_KEY, lost),
  },
  {
    name: "one-of-two-revocations-at-once-lost",
    breaks: ["KEY-REV-02"],
    defect: "A key that is revoked while another one of its agent is being revoked lives on.",
    wire: meanwhile(END_KEY, async () => answer(200, {})),
  },
];
