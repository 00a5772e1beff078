/** Looks for an order of overlapping commands that explains everything that was seen of them. */

/**
 * A command that was under way from `from` to `to`; both ends included (Porcupine's closed
 * intervals). `after` are the states it may lead to from a state: none where it is not explained.
 */
export interface Under<State> {
  name: string;
  from: number;
  to: number;
  after(state: State): readonly State[];
}

/** What the search came to; `unknown` where it would have taken too long. */
export type Linear<State> =
  | { verdict: "explained"; order: readonly string[]; state: State }
  | { verdict: "unexplained" | "unknown" };

const STEPS_MAX = 50_000;

/**
 * Searches depth first, partners in any order that real time allows; `ends` says whether a state
 * is the one seen at the end.
 */
export function explain<State>(
  start: State,
  commands: readonly Under<State>[],
  ends: (state: State) => boolean,
): Linear<State> {
  let steps = 0;
  const search = (state: State, left: readonly Under<State>[]): Linear<State> => {
    if (left.length === 0) {
      return ends(state) ? { verdict: "explained", order: [], state } : { verdict: "unexplained" };
    }
    const soonest = Math.min(...left.map(({ to }) => to));
    for (const next of left.filter(({ from }) => from <= soonest)) {
      for (const after of next.after(state)) {
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
