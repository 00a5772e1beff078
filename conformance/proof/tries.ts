/** What was tried once or twice, and what went wrong with it. */

/** What went wrong, one line each. */
export const troubles: string[] = [];
/** What went right at the second try only: a starved machine, or a check worth a look. */
export const secondTries: string[] = [];

/** First tries that are not over, and who waits until none is left. */
let firstTries = 0;
const waiting: (() => void)[] = [];

/**
 * Tries again what went wrong, when all first tries are over and the machine is less busy: only a
 * fault that repeats is trouble, but both are told.
 */
export async function triedTwice<T extends { fault: string }>(
  name: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const first = await firstTry(attempt);
  if (first.fault !== "") {
    console.error(`tried again, ${name}: ${first.fault}`); // told at once: it may never end
    await firstTriesOver();
  }
  const last = first.fault === "" ? first : await attempt();
  if (last.fault !== "") console.error(`${name}: ${last.fault}`);
  if (last.fault !== "") troubles.push(`${name}: ${last.fault}`);
  else if (first.fault !== "") secondTries.push(`${name}: ${first.fault}`);
  return last;
}

async function firstTry<T>(attempt: () => Promise<T>): Promise<T> {
  firstTries += 1;
  try {
    return await attempt();
  } finally {
    firstTries -= 1;
    if (firstTries === 0) for (const wake of waiting.splice(0)) wake();
  }
}

async function firstTriesOver(): Promise<void> {
  if (firstTries > 0) await new Promise<void>((resolve) => waiting.push(resolve));
}
