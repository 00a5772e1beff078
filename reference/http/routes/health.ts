/** Whether the process lives and the venue takes requests. Spec: Endpoints, Health; D-173. */
import { Type } from "typebox";
import { ok, type Route, route } from "./route.ts";

const healthRoute = (path: string, status: string, facts: Pick<Route, "isStoreless"> = {}) =>
  route({
    ...facts,
    method: "GET",
    path,
    auth: "public",
    scope: "read",
    responses: { 200: { means: status, body: Type.Object({ status: Type.Literal(status) }) } },
    rules: ["OPS-HEALTH-*"],
    section: "Health",
    handle: () => ok({ status }),
  });

/** The venue is seeded before it listens, so it is ready as long as its store answers. */
export const healthRoutes = [
  healthRoute("/health", "ok", { isStoreless: true }),
  healthRoute("/live", "live", { isStoreless: true }),
  healthRoute("/ready", "ready"),
];
