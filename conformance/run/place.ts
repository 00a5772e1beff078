/** The deployment of a run as scenarios play on it: what they send is seen like all the rest. */

import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { SentIds } from "../../scenarios/deployment/reading/repeats.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { SessionDeployment } from "../../scenarios/session/assign.ts";
import type { RunState } from "./run-state.ts";

/** Told of each exchange of a story as it ends. Errors: `send` is Inconclusive in an ended run. */
export function placeOf(stage: RunState, record: (exchange: Exchange) => void): SessionDeployment {
  const { deployment } = stage.parts;
  const { client, clock } = deployment;
  const sentIds = new SentIds();
  const send: SessionDeployment["client"]["send"] = async (request) => {
    if (clock.ended !== null) throw new Inconclusive(`not finished: ${clock.ended}`);
    const body = request.body ?? jsonIn(String(request.rawBody));
    sentIds.sending(body);
    const exchange = await client.send(request);
    sentIds.answered(body, exchange);
    record(exchange);
    return exchange;
  };
  return {
    ...deployment,
    ...{ runId: stage.freshId(), fresh: false, seed: null },
    client: {
      send,
      get elapsedMs() {
        return client.elapsedMs;
      },
    },
  };
}
