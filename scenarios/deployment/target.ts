/** How a report names the deployment that it is about. */
import type { Report } from "../../reports/schema/report.ts";
import type { Deployment } from "./connect.ts";

/** Shape: the tool's own venue has no address that would mean anything later. */
export function targetOf({ profile, control, fresh }: Deployment): Report["target"] {
  return {
    name: profile.name,
    url: fresh ? "embedded" : profile.baseUrl,
    embedded: fresh,
    control: [...(control?.capabilities ?? [])],
  };
}
