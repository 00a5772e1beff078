/** Two ways to send a load: as fast as answers come, or at a rate whatever the answers do. */

/** Requests without end. */
export interface Load {
  /** Errors: rejects when a request is not answered. */
  step(): Promise<void>;
}

/** What an open loop met. Shape: latencies in the order of the answers. Units: ms. */
export interface Arrivals {
  latenciesMs: number[];
  /** When each was meant to be sent, from the beginning. Units: ms. */
  sentMs: number[];
  failures: number;
}

const LANES = 64;
/** How often requests that are due are sent. Units: ms. */
const TURN_MS = 2;
/** Requests under way at a time; beyond it they wait, and their latency counts on. */
const UNDER_WAY_MAX = 1_000;

/** Sends the next request as soon as one is answered. Units: answers a second. */
export async function closedLoop(load: Load, lastsMs: number): Promise<number> {
  const begun = performance.now();
  let answers = 0;
  const lane = async () => {
    for (; performance.now() - begun < lastsMs; answers++) await load.step();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return (1_000 * answers) / (performance.now() - begun);
}

/**
 * Sends at a rate, and counts latency from when a request was due: a venue that stands still for
 * a second is late for all that were due in it.
 */
export async function openLoop(
  load: Load,
  { rate, lastsMs }: { rate: number; lastsMs: number },
  turn: (arrivals: Arrivals) => void,
): Promise<Arrivals> {
  const arrivals: Arrivals = { latenciesMs: [], sentMs: [], failures: 0 };
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  const total = Math.floor((rate * lastsMs) / 1_000);
  for (let sent = 0; sent < total; ) {
    const nowMs = performance.now() - begun;
    for (; sent < total && underWay.size < UNDER_WAY_MAX; sent++) {
      const dueMs = (1_000 * sent) / rate;
      if (dueMs > nowMs) break;
      const one: Promise<void> = load
        .step()
        .then(
          () => {
            arrivals.latenciesMs.push(performance.now() - begun - dueMs);
            arrivals.sentMs.push(dueMs);
          },
          () => void arrivals.failures++,
        )
        .finally(() => underWay.delete(one));
      underWay.add(one);
    }
    turn(arrivals);
    await new Promise((resolve) => setTimeout(resolve, TURN_MS));
  }
  await Promise.all(underWay);
  return arrivals;
}
