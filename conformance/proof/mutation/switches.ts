/** The switches that Stryker's instrumenter puts into a venue: which is on, and what was passed. */

/** What the instrumented files share; the names are the instrumenter's. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: { static: Counts; perTest: Record<string, Counts> };
  /** Ours: nothing is counted any more. */
  isJudged?: boolean;
  hitCount?: number | undefined;
  hitLimit?: number;
}

/** Times by mutation. */
export type Counts = Record<string, number>;

/** An endless loop passes its switch oftener than any check does, and is thrown out of it. */
const HITS_MAX = 3_000_000;

const own = globalThis as { __stryker__?: Switches };
own.__stryker__ ??= {};
const switches = own.__stryker__;

/** Turns one mutation on and all others off; null turns all off. */
export function turnOn(id: string | null): void {
  switches.activeMutant = id ?? undefined;
  switches.isJudged = true;
  switches.hitCount = 0;
  switches.hitLimit = HITS_MAX;
}

/** Mutations passed outside any check so far. */
export function passedAtLoad(): string[] {
  return Object.keys(switches.mutantCoverage?.static ?? {});
}

/** How often each mutation is passed while `act` runs, which has the process for itself. */
export async function passedBy(name: string, act: () => Promise<unknown>): Promise<Counts> {
  switches.currentTestId = name;
  try {
    await act();
  } finally {
    switches.currentTestId = undefined;
  }
  return switches.mutantCoverage?.perTest[name] ?? {};
}
