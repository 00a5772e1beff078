/** Says something of a person where a recording hides what was said. */

const UNNAMED = /^secret\.(\d+)$/;

/**
 * What a hidden member of a request is now; undefined for what nobody can invent, such as a key.
 * Shape: the same for the same placeholder and run, so that who signed up can sign in.
 */
export function invented(placeholder: string, member: string, runId: string): string | undefined {
  const [, number] = UNNAMED.exec(placeholder) ?? [];
  if (number === undefined) return undefined;
  if (/mail/i.test(member)) return `somebody-${number}-${runId}@example.com`;
  if (/password/i.test(member)) return `Some-Words-${number}-${runId}`;
  return /name/i.test(member) ? `somebody-${number}-${runId}` : undefined;
}
