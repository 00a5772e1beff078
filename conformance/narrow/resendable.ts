/** A repeatable request as it is sent: with ids that are there, a fresh client_order_id and time. */

import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import type { CallerKind } from "../check/cell.ts";
import { FRESH_ID, type RepeatableRequest } from "./repeatable.ts";

/** What differs from the failing request; an undefined member of the body or header leaves it out. */
export interface RequestChange {
  prefix?: string;
  caller?: CallerKind;
  headers?: Record<string, string | undefined>;
  query?: Record<string, string>;
  body?: OrderBody;
}

/** What takes the place of what belonged to the check. */
export interface FreshParts {
  /** By what stands for them. */
  ids: Readonly<Record<string, string>>;
  freshId(): string;
  /** The target's time. Units: epoch ms. */
  now(): Promise<number>;
}

/** The request with the change, ready to be sent. */
export async function resendable(
  { method, prefix, path, query, headers, body, rawBody }: RepeatableRequest,
  change: RequestChange,
  { ids, freshId, now }: FreshParts,
): Promise<ApiRequest> {
  const marks = { ...ids, [FRESH_ID]: freshId() };
  const changed: Pick<RepeatableRequest, "path" | "query" | "body" | "rawBody"> = {
    ...{ path, query: { ...query, ...change.query } },
    ...(rawBody !== undefined && { rawBody }),
    ...(body && { body: { ...body, ...change.body } }),
  };
  const whole = filled(changed, marks);
  const isStamped = whole.body?.["timestamp_ms"] !== undefined;
  return {
    ...{ method, prefix: change.prefix ?? prefix, path: whole.path, query: whole.query },
    headers: present({ ...headers, ...change.headers }),
    ...(whole.rawBody !== undefined && { rawBody: whole.rawBody }),
    ...(whole.body && { body: { ...whole.body, ...(isStamped && { timestamp_ms: await now() }) } }),
  };
}

/** The same with ids for their marks, wherever they stand. */
function filled<T>(value: T, ids: FreshParts["ids"]): T {
  const text = Object.entries(ids).reduce(
    (so, [mark, id]) => so.replaceAll(mark, id),
    JSON.stringify(value),
  );
  return JSON.parse(text) as T;
}

function present(headers: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}
