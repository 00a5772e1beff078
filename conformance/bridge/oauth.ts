/** The routes of the bridge's sign-in: OAuth 2.1 as the protocol's authorization part says. */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthRouter,
} from "@modelcontextprotocol/sdk/server/auth/router.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import type { Profile } from "../../scenarios/deployment/profile/profile.ts";
import { Grants, SCOPES } from "./grants.ts";
import { bytesOf, HttpRefusal } from "./http-request.ts";

/** The sign-in of a bridge. */
export interface SignIn {
  /** What a 401 says, by which a client finds the sign-in. */
  challenge: string;
  /** Answers all but the protocol itself. Errors: HttpRefusal for what is not there, or no request. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Revokes what it made. */
  end(): Promise<void>;
}

/** A sign-in for the bridge at this address. */
export function signInAt(url: URL, profile: Profile): SignIn {
  const grants = new Grants(profile);
  const app = createMcpExpressApp();
  app.disable("x-powered-by");
  app.use(
    mcpAuthRouter({
      provider: grants,
      ...{ issuerUrl: new URL(url.origin), resourceServerUrl: url, scopesSupported: SCOPES },
      resourceName: `Touchstone bridge to ${profile.baseUrl}`,
    }),
  );
  app.post("/sign-in", async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams((await bytesOf(request)).toString());
    const { status, headers, body } = await grants.answered(form);
    response.writeHead(status, headers).end(body);
  });
  const metadata = getOAuthProtectedResourceMetadataUrl(url);
  return {
    challenge: `resource_metadata="${metadata}", scope="${SCOPES.join(" ")}"`,
    serve: (request, response) =>
      new Promise((resolve, reject) => {
        response.once("close", resolve);
        app(request as never, response as never, (error?: unknown) => reject(refusalOf(error)));
      }),
    end: () => grants.endAll(),
  };
}

/** What Express found wrong with a request, as far as it is the request's fault. */
function refusalOf(error: unknown): unknown {
  if (error === undefined) return new HttpRefusal(404, "nothing is here");
  const { status = 500, message } = error as { status?: number; message: string };
  return status < 500 ? new HttpRefusal(status, message) : error;
}
