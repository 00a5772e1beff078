/** What the harness knows of a target: where it is, who may call it, what may be traded there. */

import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { StreamDialect } from "../reading/stream-dialect.ts";
import { isSecretName } from "../secrets/names.ts";
import type { Secret } from "../secrets/redact.ts";
import { UsageError } from "../usage-error.ts";
import type { MarketKind, MarketStatus } from "../vocabulary.ts";
import { trust } from "../wire/trust.ts";
import type { Claims } from "./claims.ts";
import type { AgentCredentials, HumanCredentials } from "./credentials.ts";
import {
  addressProblem,
  fieldOf,
  isSecretField,
  isTypedField,
  problemOf,
} from "./profile-check.ts";
import type { ProfileFile } from "./profile-schema.ts";
import { type ProfileSource, readProfileYaml } from "./profile-yaml.ts";

/** One of the four equivalent prefixes. Spec: Endpoints. */
export type Prefix = "" | "/v1" | "/api" | "/api/v1";

/** A market as the profile states it; what is null is read from the target (`discover`). */
export interface ProfileMarket {
  id: string;
  kind: MarketKind;
  status: MarketStatus;
  band: readonly [low: number, high: number] | null;
  tick: number | null;
  markPrice: number | null;
}

/** What may be done beyond ordinary traffic. */
export type Allowance = "load";

/**
 * A profile, complete with defaults.
 * Shape: `markets` is empty when they are to be discovered; addresses carry no trailing slash;
 * `environment` holds the variables a secret was put together from, since they are secrets too.
 */
export interface Profile {
  name: string;
  baseUrl: string;
  streamUrl: string | null;
  prefix: Prefix;
  agents: readonly AgentCredentials[];
  browser: HumanCredentials | null;
  /** Who may sign in at the identity provider: what each types, by field; and where its pages are. */
  idp: { origin: string | null; people: readonly Readonly<Record<string, string>>[] } | null;
  markets: readonly ProfileMarket[];
  limits: { writesPerMinute: number; readsPerMinute: number };
  allow: readonly Allowance[];
  control: { url: string; token: string } | null;
  stream: StreamDialect | null;
  claims: Claims;
  environment: readonly { variable: string; value: string }[];
}

/** A profile that cannot be used; the message is one line: where, which field, what to do. */
export class ProfileError extends UsageError {
  override readonly name = "ProfileError";
}

/**
 * Reads a profile file, `${ENV}` filled in from `env`.
 * Errors: ProfileError for whatever is wrong with it, the first thing only.
 */
export async function loadProfile(file: string, env: NodeJS.ProcessEnv): Promise<Profile> {
  const source = readProfileYaml(await textOf(file), env);
  const problem = source.problem ?? problemOf(source.value);
  if (problem === null) {
    const profile = source.value as ProfileFile;
    const { ca } = profile;
    if (ca !== undefined) trust(resolve(dirname(file), ca), `${file}:${source.lineOf(["ca"])}: ca`);
    return profileOf(profile, secretVariables(source));
  }
  const { path, message } = problem;
  const field = path.length === 0 ? "" : `${fieldOf(path)}: `;
  throw new ProfileError(`${file}:${source.lineOf(path)}: ${field}${message}`);
}

/**
 * The profile of a target known by address alone.
 * Errors: ProfileError when the address is none.
 */
export function profileOfTarget(url: string): Profile {
  const problem = addressProblem(url);
  if (problem !== null) throw new ProfileError(`--target: ${problem}`);
  return profileOf({ base_url: url });
}

/** The same deployment reached elsewhere: addresses of its origin move along. */
export function profileAt(profile: Profile, url: string): Profile {
  const from = new URL(profile.baseUrl).origin;
  const moved = (address: string): string => {
    if (new URL(address).host !== new URL(from).host) return address;
    const scheme = new URL(address).protocol.startsWith("ws") ? url.replace(/^http/, "ws") : url;
    return scheme + address.slice(new URL(address).origin.length);
  };
  const { baseUrl, streamUrl, control, idp } = profile;
  return {
    ...profile,
    baseUrl: moved(baseUrl),
    streamUrl: streamUrl === null ? null : moved(streamUrl),
    control: control === null ? null : { ...control, url: moved(control.url) },
    idp: idp && { ...idp, origin: idp.origin && moved(idp.origin) },
  };
}

/** The profile a checked file means: wire names to ours, defaults filled in. */
export function profileOf(file: ProfileFile, environment: Profile["environment"] = []): Profile {
  return {
    name: file.name ?? new URL(file.base_url).host,
    baseUrl: bare(file.base_url),
    streamUrl: file.stream_url === undefined ? null : bare(file.stream_url),
    prefix: file.prefix ?? "/v1",
    agents: (file.agents ?? []).map(agentOf),
    browser: file.browser === undefined ? null : browserOf(file.browser),
    idp: file.idp === undefined ? null : { origin: null, ...file.idp },
    markets: (file.markets ?? []).map(marketOf),
    limits: {
      writesPerMinute: file.limits?.writes_per_minute ?? 600,
      readsPerMinute: file.limits?.reads_per_minute ?? 6000,
    },
    allow: file.allow ?? (isLoopback(file.base_url) ? ["load"] : []),
    control: file.control === undefined ? null : { ...file.control, url: bare(file.control.url) },
    stream: file.stream ?? null,
    claims: file.claims ?? {},
    environment,
  };
}

/**
 * The secrets of a profile with the placeholders that stand for them.
 * Shape: `maker.key`, `maker.second_key`, `browser.session`, `browser.csrf`, `control.token`,
 * `person1.password` of what is secret by its name, and `env.NAME` for a variable that is only part of one of these. Spec: H-18.
 */
export function secretsOf({ environment, ...fields }: Profile): Secret[] {
  const named = environment.map(({ variable, value }) => ({
    placeholder: `env.${variable}`,
    value,
  }));
  return [...secretFields(fields), ...named].filter(({ value }) => value !== "");
}

/** The secrets that a profile's fields hold, each with its field as people write it. */
export function secretFields({
  agents,
  browser,
  idp,
  control,
}: Pick<Profile, "agents" | "browser" | "idp" | "control">): (Secret & { field: string })[] {
  const ofAgents = agents.flatMap(({ name, apiKey, secondApiKey }, index) => [
    [`agents[${index}].api_key`, `${name}.key`, apiKey],
    [`agents[${index}].second_api_key`, `${name}.second_key`, secondApiKey],
  ]);
  const ofPeople = (idp?.people ?? []).flatMap((person, index) =>
    Object.entries(person)
      .filter(([name]) => isSecretName(name))
      .map(([name, text]) => [`idp.people[${index}].${name}`, `person${index + 1}.${name}`, text]),
  );
  const found = [
    ...ofAgents,
    ["browser.session_cookie.value", "browser.session", browser?.sessionCookie.value],
    ["browser.csrf_cookie.value", "browser.csrf", browser?.csrfCookie.value],
    ["control.token", "control.token", control?.token],
    ...ofPeople,
  ] as const;
  return found.flatMap(([field, placeholder, value]) =>
    field && placeholder && value ? [{ field, placeholder, value }] : [],
  );
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT")
      throw new ProfileError(`${file}: no such file; see docs/guides/profile.md`);
    if (code === "EISDIR") throw new ProfileError(`${file}: is a folder, not a file`);
    throw new ProfileError(`${file}: cannot be read (${code})`);
  }
}

function secretVariables({ variables }: ProfileSource): Profile["environment"] {
  return variables.filter(({ path }) => isSecretField(path) || isTypedField(path));
}

function agentOf(agent: NonNullable<ProfileFile["agents"]>[number]): AgentCredentials {
  return {
    name: agent.name,
    owner: agent.owner,
    agentId: agent.agent_id ?? null,
    apiKey: agent.api_key,
    secondApiKey: agent.second_api_key ?? null,
    scopes: agent.scopes ?? ["read", "trade"],
  };
}

function browserOf(browser: NonNullable<ProfileFile["browser"]>): HumanCredentials {
  return {
    name: "browser",
    owner: browser.owner,
    agentId: browser.agent_id ?? null,
    sessionCookie: browser.session_cookie,
    csrfCookie: browser.csrf_cookie,
  };
}

function marketOf(market: NonNullable<ProfileFile["markets"]>[number]): ProfileMarket {
  const [low, high] = market.band ?? [];
  return {
    id: market.id,
    kind: market.kind,
    status: market.status ?? "OPEN",
    band: low === undefined || high === undefined ? null : [low, high],
    tick: market.tick ?? null,
    markPrice: market.mark_price ?? null,
  };
}

function bare(address: string): string {
  return address.replace(/\/+$/, "");
}

function isLoopback(address: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
}
