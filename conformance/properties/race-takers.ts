/** Two orders for one that rests: no contract is sold twice, none is lost. */
import type { Contest } from "./contest.ts";
import { placing } from "./race.ts";

/** Two takers on one maker. */
export const raceTakers: Contest = {
  title: "two orders at once for one that rests share what there is",
  start: (run, { first, second, way }, { taking }) => {
    const [caller] = run.callers;
    const tif = way === 0 ? "GTC" : "IOC";
    return [first, second].map((qty) => {
      const terms = { ...taking, qty, tif } as const;
      return placing({ caller, terms }, run.bodyOf(terms));
    });
  },
};
