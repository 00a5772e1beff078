/** Answers of a venue cut to what is read at once; the whole of a long one is kept beside. */
import { listOf } from "../../scenarios/deployment/reading/reading.ts";
import type { VenueAnswer } from "./caller.ts";
import type { KeptTexts } from "./kept-texts.ts";
import type { ToolAnswer } from "./tool.ts";

/** A longer answer is cut. Units: characters of JSON. */
const LENGTH_MAX = 6_000;
/** Of a long answer so many records are told, as far as they fit. */
const ROWS_MAX = 20;

/** What a venue answered to a read, in short. Shape: a refusal is an error, with its status. */
export function shortened(
  name: string,
  { status, answer, exchange }: VenueAnswer,
  texts: KeptTexts,
): ToolAnswer {
  const isError = status >= 400;
  const whole = answer ?? exchange.response?.bodyText ?? null;
  const text = JSON.stringify(whole);
  if (text.length <= LENGTH_MAX) return { data: { http_status: status, answer: whole }, isError };
  const link = texts.keepAnswer(name, text);
  const rows = listOf(whole);
  const first = rows === null ? text.slice(0, LENGTH_MAX) : fitting(rows);
  const told = rows === null ? {} : { records: rows.length };
  return { data: { http_status: status, first, ...told, whole: link.uri }, links: [link], isError };
}

/** As many records as fit, of the beginning. */
function fitting<Row>(rows: readonly Row[]): Row[] {
  let used = 0;
  const fit = rows.slice(0, ROWS_MAX).findIndex((row) => {
    used += JSON.stringify(row).length;
    return used > LENGTH_MAX;
  });
  return rows.slice(0, fit < 0 ? ROWS_MAX : fit);
}
