/** A seeded venue on virtual time, with typed access to its agents and markets, for tests. */
import { after } from "node:test";
import supertest from "supertest";
import { assertDescribed } from "../http/openapi/described.fixture.ts";
import { type ReferenceOptions, startReference } from "../index.ts";

interface ProfileAgent {
  name: string;
  owner: string;
  agent_id: string;
  api_key: string;
  second_api_key?: string;
}

interface ProfileMarket {
  id: string;
  kind: string;
  status: string;
}

export type TestVenue = Awaited<ReturnType<typeof startTestVenue>>;

/** Token of the control protocol of every test venue. */
export const CONTROL_TOKEN = "control-token";

/** Starts one and stops it after the test file. */
export async function startTestVenue(options: ReferenceOptions = {}) {
  const reference = await startReference({
    seed: 7,
    clock: "virtual",
    controlToken: CONTROL_TOKEN,
    ...options,
  });
  let closed: Promise<void> | null = null;
  const stop = () => {
    closed ??= reference.close();
    return closed;
  };
  after(stop);
  const api = describedApi(reference.url);
  const profile = reference.profile() as { agents: ProfileAgent[]; markets: ProfileMarket[] };
  const agent = (name: string) => profile.agents.find((entry) => entry.name === name)!;
  const market = (kind: string, status = "OPEN") =>
    profile.markets.find((entry) => entry.kind === kind && entry.status === status)!.id;
  const order = (fields: object = {}) => ({
    market_id: market("BTC_BINARY"),
    side: "BUY",
    type: "LIMIT",
    price: 40,
    qty: 5,
    ...fields,
  });
  const bearer = (name: string) => `Bearer ${agent(name).api_key}`;
  const control = (method: "get" | "post" | "put" | "patch", path: string, body?: object) =>
    api[method](`/_control${path}`).set("Authorization", `Bearer ${CONTROL_TOKEN}`).send(body);
  return {
    reference,
    /** Stops it before the file ends. */
    stop,
    api,
    agent,
    market,
    order,
    bearer,
    /** Sends an order as an agent. */
    place: (name: string, fields: object = {}) =>
      api.post("/v1/orders").set("Authorization", bearer(name)).send(order(fields)),
    /** Reads as an agent. */
    get: (name: string, path: string) => api.get(path).set("Authorization", bearer(name)),
    /** Calls the control protocol. */
    control,
    /** Signs an owner in. */
    async human(owner: string): Promise<Human> {
      const { body } = await control("post", "/sessions", { owner }).expect(200);
      return humanOf(api, body.session_cookie.value, body.csrf_cookie.value);
    },
    /** The human whose cookies an answer sets. */
    humanIn({ headers }: { headers: Record<string, string> }): Human {
      const cookies = (headers["set-cookie"] as unknown as string[]).join();
      return humanOf(api, /sid=([^;]*)/.exec(cookies)![1]!, /csrf=([^;]*)/.exec(cookies)![1]!);
    },
  };
}

type Api = ReturnType<typeof supertest>;
type Verb = "get" | "post" | "put" | "patch" | "delete";

/** Requests whose answers are held against the description, whatever else a test expects. */
function describedApi(url: string): Api {
  return new Proxy(supertest(url), {
    get: (api, verb: Verb) => (path: string) =>
      api[verb](path).expect(({ status, headers, body }) => {
        assertDescribed({ method: verb.toUpperCase(), url: path, status, headers, body });
      }),
  });
}

/** A signed-in human: sends the cookies and, but for `forge`, the CSRF header. */
export type Human = ReturnType<typeof humanOf>;

function humanOf(api: Api, sid: string, csrf: string) {
  const forge = (method: "get" | "post" | "delete", path: string) =>
    api[method](path).set("Cookie", `sid=${sid}; csrf=${csrf}`);
  const send = (method: "post" | "delete", path: string) =>
    forge(method, path).set("X-Service-CSRF", csrf);
  return {
    sid,
    csrf,
    forge,
    get: (path: string) => forge("get", path),
    post: (path: string, body?: object) => send("post", path).send(body),
    delete: (path: string) => send("delete", path),
  };
}
