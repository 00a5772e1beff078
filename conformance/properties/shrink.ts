/** Makes a failing script small: blocks of commands first, then their numbers. */

/** Whether a script still fails; it may cost requests. */
export type Fails<T> = (script: readonly T[]) => Promise<boolean>;

/**
 * The smallest script found that fails: the best so far when `spent` says that the budget is.
 * Shape: `script` itself is taken to fail.
 */
export async function shrink<T extends object>(
  script: readonly T[],
  fails: Fails<T>,
  spent: () => boolean,
): Promise<readonly T[]> {
  const attempt: Fails<T> = async (candidate) => !spent() && (await fails(candidate));
  let best = script;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2)) {
    best = await withoutBlocks(best, size, attempt);
  }
  best = await withSmallerNumbers(best, attempt);
  return withoutBlocks(best, 1, attempt);
}

/** Leaves out blocks of that size, from the end, as long as it fails without them. */
async function withoutBlocks<T>(
  script: readonly T[],
  size: number,
  fails: Fails<T>,
): Promise<readonly T[]> {
  let best = script;
  for (let end = best.length; end > 0; end -= size) {
    const start = Math.max(0, end - size);
    const candidate = [...best.slice(0, start), ...best.slice(end)];
    if (candidate.length > 0 && (await fails(candidate))) best = candidate;
  }
  return best;
}

async function withSmallerNumbers<T extends object>(
  script: readonly T[],
  fails: Fails<T>,
): Promise<readonly T[]> {
  let best = script;
  for (let index = 0; index < best.length; index += 1) {
    for (const simpler of simplerThan(best[index] as T)) {
      const candidate = best.with(index, simpler);
      if (!(await fails(candidate))) continue;
      best = candidate;
      break;
    }
  }
  return best;
}

/** Steps like this one with a number at its least, all of them first. */
function simplerThan<T extends object>(step: T): T[] {
  const numbers = Object.entries(step).filter(
    ([, value]) => typeof value === "number" && value > 0,
  );
  const least = (name: string) => (name === "qty" ? 1 : 0);
  const lowered = numbers.filter(([name, value]) => value !== least(name));
  const all = Object.fromEntries(lowered.map(([name]) => [name, least(name)]));
  const each = lowered.map(([name]) => ({ ...step, [name]: least(name) }));
  return lowered.length > 1 ? [{ ...step, ...all }, ...each] : each;
}
