/** The target of a run as a place to tell stories on: what they send is seen like all the rest. */

import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { SentIds } from "../../scenarios/deployment/reading/repeats.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Place } from "../../scenarios/replay/ground.ts";
import type { RunState } from "./run-state.ts";

/** Told of each exchange of a story as it ends. Errors: `send` is Inconclusive in an ended run. */
export function placeOf(stage: RunState, record: (exchange: Exchange) => void): Place {
  const { client, ending, operator, pacer, profile } = stage.parts;
  const sentIds = new SentIds();
  const send: Place["client"]["send"] = async (request) => {
    if (ending.why !== null) throw new Inconclusive(`not finished: ${ending.why}`);
    const body = request.body ?? jsonIn(String(request.rawBody));
    sentIds.sending(body);
    const exchange = await client.send(request);
    sentIds.answered(body, exchange);
    record(exchange);
    return exchange;
  };
  return {
    ...{ profile, operator, pacer, redactor: client.redactor, runId: stage.freshId() },
    sleep: ending.clock.sleep,
    client: {
      send,
      get elapsedMs() {
        return client.elapsedMs;
      },
    },
    fresh: false,
    seed: null,
  };
}
