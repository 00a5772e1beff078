/** A target that fell silent may come back: a run does not leave before it has looked. */
import { setTimeout as delay } from "node:timers/promises";
import type { Deployment } from "../../scenarios/deployment/connect.ts";

/** As long as a service takes to be started again. */
const RETURN_MS_MAX = 10_000;
const BETWEEN_TRIES_MS = 250;

/** Whether it answers, at once or before long; waits also in a run that has ended. */
export async function answersAgain({
  client,
  profile,
}: Pick<Deployment, "client" | "profile">): Promise<boolean> {
  const until = performance.now() + RETURN_MS_MAX;
  for (;;) {
    const { response } = await client.send({ method: "GET", path: `${profile.prefix}/health` });
    if (response !== null) return true;
    if (performance.now() > until) return false;
    await delay(BETWEEN_TRIES_MS);
  }
}
