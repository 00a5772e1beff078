/** Looks for an order of overlapping commands that explains everything that was seen of them. */

/**
 * A command that was under way from `from` to `to`; both ends included (Porcupine's closed
 * intervals). `after` are the worlds it may lead to from a world: none where it is not explained.
 */
export interface Under<World> {
  name: string;
  from: number;
  to: number;
  after(world: World): readonly World[];
}

/** What the search came to; `unknown` where it would have taken too long. */
export type Linear<World> =
  | { verdict: "explained"; order: readonly string[]; world: World }
  | { verdict: "unexplained" | "unknown" };

const STEPS_MAX = 50_000;

/**
 * Searches depth first, partners in any order that real time allows; `ends` says whether a world
 * is the one seen at the end.
 */
export function explain<World>(
  start: World,
  commands: readonly Under<World>[],
  ends: (world: World) => boolean,
): Linear<World> {
  let steps = 0;
  const search = (world: World, left: readonly Under<World>[]): Linear<World> => {
    if (left.length === 0) {
      return ends(world) ? { verdict: "explained", order: [], world } : { verdict: "unexplained" };
    }
    const soonest = Math.min(...left.map(({ to }) => to));
    for (const next of left.filter(({ from }) => from <= soonest)) {
      for (const after of next.after(world)) {
        steps += 1;
        if (steps > STEPS_MAX) return { verdict: "unknown" };
        const rest = search(
          after,
          left.filter((one) => one !== next),
        );
        if (rest.verdict === "unknown") return rest;
        if (rest.verdict === "explained") return { ...rest, order: [next.name, ...rest.order] };
      }
    }
    return { verdict: "unexplained" };
  };
  return search(start, commands);
}
