/** What this run is given: a settings file of the runner, or variables given by hand. */
import { FLOWS, type FlowName, MIX } from "../../plan/flows.ts";
import { PLANS, type PlanName } from "../../plan/plans.ts";
import { type LoadSettings, settingsOf } from "../../plan/settings.ts";
import { sloOf } from "../../plan/slo.ts";

/** Read once, when the script is loaded. */
export const settings: LoadSettings = __ENV["SETTINGS_FILE"]
  ? JSON.parse(open(__ENV["SETTINGS_FILE"]))
  : byHand(__ENV);

/** Without the runner there are no markets of its own: flows that need one want its file. */
function byHand(env: Record<string, string>): LoadSettings {
  const baseUrl = env["BASE_URL"];
  if (!baseUrl) throw new Error("BASE_URL is missing: k6 run … -e BASE_URL=http://127.0.0.1:9000");
  return settingsOf({
    target: {
      baseUrl: baseUrl.replace(/\/+$/, ""),
      streamUrl: env["STREAM_URL"] ?? null,
      prefix: env["PREFIX"] ?? "/v1",
    },
    plan: oneOf(env["PLAN"] ?? "smoke", Object.keys(PLANS)) as PlanName,
    seed: Number(env["SEED"] ?? 1),
    runId: `h${Date.now().toString(36)}`,
    flows: env["FLOWS"] ? env["FLOWS"].split(",").map(flowOf) : marketless(env),
    sockets: env["STREAM_URL"] && env["AGENTS_FILE"] ? 1 : 0,
    slos: (env["SLO"] ?? "").split(",").flatMap((text) => sloOf(text) ?? []),
    ...(env["RATE"] && { rate: Number(env["RATE"]) }),
    ...(env["DURATION"] && { seconds: Number.parseFloat(env["DURATION"]) }),
    ...(env["MARKETS_FILE"] && marketsFrom(env["MARKETS_FILE"])),
  });
}

function marketsFrom(file: string): Pick<Parameters<typeof settingsOf>[0], "marketsOf"> {
  const markets = JSON.parse(open(file));
  return { marketsOf: () => markets };
}

function marketless(env: Record<string, string>): FlowName[] {
  return MIX.filter((flow) => {
    const { agents, market } = FLOWS[flow].needs;
    return (agents === 0 || env["AGENTS_FILE"]) && (!market || env["MARKETS_FILE"]);
  });
}

function flowOf(name: string): FlowName {
  return oneOf(name.trim(), Object.keys(FLOWS)) as FlowName;
}

function oneOf(value: string, known: string[]): string {
  if (known.includes(value)) return value;
  throw new Error(`${value} is none of ${known.join(", ")}`);
}
