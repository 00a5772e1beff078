/** Answers about something unknown: whether any record is in them, whatever their shape (D-109). */

import { isObject, type Json } from "../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Expectation } from "../check/expectation.ts";
import { answerThat } from "./answers.ts";

/** Members by which a record is known: its id, and what a venue tells of it. */
const IDS = /^(id|uuid|(order|market|trade|series|event|account|agent|public|owner)_?id)$/i;
const FIGURES = /^(rank|place|score|pnl|roi|volume|equity|price|qty|open|high|low|close|mid)/i;
/** How the name of a parameter or of a count ends, whatever it begins with: `mid_history_limit`. */
const SETTINGS =
  /(limit|depth|period|interval|seconds|_?ms|count|scale|decimals|precision|orders)$/i;
/** A member by which an item is a link, whatever it has beside. */
const LINK = /^(href|rel)$/i;
/** Members of an item that only point elsewhere, or say what is wrong. */
const POINTERS =
  /^(href|rel|url|link|method|message|msg|code|title|text|field|path|reason|detail|description)$/i;

/**
 * HTTP 200 without a record. Echoed parameters, counts, success, null, texts and links are none;
 * `asked` is the id that nothing has.
 */
export function blank(asked: string): Expectation<Exchange> {
  return answerThat(
    "HTTP 200 without a record in it",
    ({ response }) => response?.status === 200 && !hasRecord(response.body, asked),
  );
}

function hasRecord(value: unknown, asked: string): boolean {
  if (Array.isArray(value)) return value.some((item) => isItem(item, asked));
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([name, member]) => tellsOfOne(name, member, asked) || hasRecord(member, asked),
  );
}

/** An id other than the one asked for, or a figure other than nothing. */
function tellsOfOne(name: string, member: unknown, asked: string): boolean {
  if (isObject(member) || Array.isArray(member)) return false;
  if (IDS.test(name)) return Boolean(member) && !isSame(member, asked);
  const isFigure = FIGURES.test(name) && !SETTINGS.test(name);
  return isFigure && isNumeric(member) && Number(member) !== 0;
}

/** What stands in a list is a record, unless it is a text, empty or a link. */
function isItem(item: unknown, asked: string): boolean {
  if (Array.isArray(item)) return item.some(isNumeric) || hasRecord(item, asked);
  if (!isObject(item)) return isNumeric(item);
  if (Object.entries(item).some(([name, member]) => tellsOfOne(name, member, asked))) return true;
  return !isPointer(item) && Object.values(item).some(Boolean);
}

function isPointer(item: Json): boolean {
  const names = Object.keys(item);
  return names.some((name) => LINK.test(name)) || names.every((name) => POINTERS.test(name));
}

function isNumeric(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value));
}

function isSame(value: unknown, asked: string): boolean {
  return String(value).toLowerCase() === asked.toLowerCase();
}
