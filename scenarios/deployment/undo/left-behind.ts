/** Says what earlier runs have left behind at a target, and how that is put back. */
import { tell } from "../../../reports/render/say.ts";
import type { TargetFlags } from "../flags.ts";
import type { Profile } from "../profile/profile.ts";
import { changeText, type TargetChange } from "./change.ts";
import { type LeftOver, leftOvers } from "./undo-file.ts";

/** So many changes are named on a line. */
const NAMED_MOST = 3;

/** Prints a line for each run that has left something. */
export function tellLeftBehind(
  { baseUrl }: Pick<Profile, "baseUrl">,
  flags: Pick<TargetFlags, "profile" | "target">,
): void {
  const by = flags.profile === undefined ? `--target ${baseUrl}` : `--profile ${flags.profile}`;
  for (const left of leftOvers(baseUrl)) {
    const line = `touchstone: ${runText(left)} left ${listed(left.changes)}; touchstone undo ${by}`;
    tell(`${line} puts that back`);
  }
}

/** Which run it was, by its beginning. */
export function runText({ run: { started_at, pid, host } }: LeftOver): string {
  return `a run that began at ${started_at} (process ${pid} on ${host}) and did not end in order`;
}

function listed(changes: readonly TargetChange[]): string {
  const named = changes.slice(0, NAMED_MOST).map(changeText);
  const more = changes.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
