/** Objectives that a caller names: `place=p99<50` is 99% of accepted placings under 50 ms. */

/** A percentile of one endpoint's or flow's latency, and what it has to stay under. */
export interface Slo {
  /** Short name of an endpoint, or of a flow: then from the scheduled start. */
  subject: string;
  percentile: number;
  belowMs: number;
}

const FORM = /^([a-z-]+)=p(\d{1,2}(?:\.\d{1,2})?)<(\d+(?:\.\d+)?)$/;

/** Reads one; null when it has another form. */
export function sloOf(text: string): Slo | null {
  const [, subject, percentile, belowMs] = FORM.exec(text.replaceAll(" ", "")) ?? [];
  if (subject === undefined || Number(percentile) === 0) return null;
  return { subject, percentile: Number(percentile), belowMs: Number(belowMs) };
}

/** As it was written. */
export function sloText({ subject, percentile, belowMs }: Slo): string {
  return `${subject}=p${percentile}<${belowMs}`;
}
