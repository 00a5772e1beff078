/** Numbers and moments as the page writes them. */

/** Where there is nothing to tell. */
export const NONE = "–";

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const money = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);

/** A price or a quantity. Units: those of the venue. */
export const figure = (value: unknown): string => (isNumber(value) ? grouped.format(value) : NONE);

/** A sum of money. Units: cents in, dollars out. */
export const dollars = (cents: unknown): string =>
  isNumber(cents) ? money.format(cents / 100).replace(/^-/, "−") : NONE;

/** Gain or loss, with its sign. Units: cents in, dollars out. */
export const gain = (cents: unknown): string =>
  isNumber(cents) && cents > 0 ? `+${dollars(cents)}` : dollars(cents);

/** A time of day in UTC. Units: epoch ms. */
export const timeOf = (ms: unknown): string => isoOf(ms)?.slice(11, 19) ?? NONE;

/** Day and time in UTC. Units: epoch ms. */
export const momentOf = (ms: unknown): string => isoOf(ms)?.slice(5, 16).replace("T", " ") ?? NONE;

/** The whole of it in UTC. Units: epoch ms. */
export const clockOf = (ms: unknown): string => isoOf(ms)?.slice(0, 19).replace("T", " ") ?? NONE;

/** Beyond it JavaScript has no dates. */
const MS_MAX = 8.64e15;

const isoOf = (ms: unknown): string | undefined =>
  isNumber(ms) && Math.abs(ms) < MS_MAX ? new Date(ms).toISOString() : undefined;

/** A whole number that somebody typed; null for anything else. */
export function wholeNumber(text: string): number | null {
  const plain = text.replaceAll(/[,_\s]/g, "");
  const value = Number(plain);
  return /^-?\d+$/.test(plain) && Number.isSafeInteger(value) ? value : null;
}

/** So many commands, in words. */
export const commandCount = (count: number): string =>
  `${figure(count)} ${count === 1 ? "command" : "commands"}`;
