/** What was tried once or twice, and what went wrong with it. */

/** What went wrong, one line each. */
export const troubles: string[] = [];
/** What went right at the second try only: a starved machine, or a check worth a look. */
export const secondTries: string[] = [];

/** Tries again what went wrong: only a fault that repeats is trouble, but both are told. */
export async function triedTwice<T extends { fault: string }>(
  name: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const first = await attempt();
  const last = first.fault === "" ? first : await attempt();
  if (last.fault !== "") console.error(`${name}: ${last.fault}`);
  if (last.fault !== "") troubles.push(`${name}: ${last.fault}`);
  else if (first.fault !== "") secondTries.push(`${name}: ${first.fault}`);
  return last;
}
