/** Answers of a server in trouble: they say nothing of what was asked. */
import { codeOf } from "./reading/order.ts";
import { Inconclusive, StandsOn } from "./stops.ts";
import type { Exchange } from "./wire/exchange.ts";

/** Whether a feature gate answered, and not the kill switch or a gateway in front (D-171). */
export function isFeatureGate({ response }: Exchange): boolean {
  const code = codeOf(response?.body);
  return response?.status === 503 && code !== null && code !== "EXCHANGE_FROZEN";
}

/** What a server error says: a defect of its own rule (500), or somebody else's trouble. */
export function interference(exchange: Exchange): Error {
  const { status = 0, body } = exchange.response ?? {};
  const what = `${exchange.request.method} ${exchange.request.path} answered ${status}`;
  if (status === 500) return new StandsOn("ERR-5XX-01", what);
  return new Inconclusive(`${what} ${codeOf(body) ?? ""}`.trim());
}
