/** Whether the process lives and the venue takes requests. Spec: Endpoints, Health; D-173. */
import { Type } from "typebox";
import type { HttpParts } from "../parts.ts";
import { ok, type Route, route } from "./route.ts";

/** What an answer says beside the status. */
type Tells = (parts: HttpParts) => { snapshot_error?: string };

const healthRoute = (
  path: string,
  status: string,
  { tells = () => ({}), ...facts }: Pick<Route, "isStoreless"> & { tells?: Tells } = {},
) =>
  route({
    ...facts,
    method: "GET",
    path,
    auth: "public",
    scope: "read",
    responses: { 200: { means: status, body: healthBody(status) } },
    rules: ["OPS-HEALTH-*"],
    section: "Health",
    handle: ({ parts }) => ok({ status, ...tells(parts) }),
  });

const healthBody = (status: string) =>
  Type.Object({ status: Type.Literal(status), snapshot_error: Type.Optional(Type.String()) });

/** It can take requests all the same. */
const snapshotError: Tells = ({ journal: { snapshotTrouble } }) =>
  snapshotTrouble === null ? {} : { snapshot_error: snapshotTrouble };

/** The venue is seeded before it listens, so it is ready as long as its store answers. */
export const healthRoutes = [
  healthRoute("/health", "ok", { isStoreless: true }),
  healthRoute("/live", "live", { isStoreless: true }),
  healthRoute("/ready", "ready", { tells: snapshotError }),
];
