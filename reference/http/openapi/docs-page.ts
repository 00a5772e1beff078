/** The page of the interface at `/docs`: Swagger UI on the OpenAPI document, nothing from elsewhere. */
import { existsSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { Context, Next } from "koa";
import { htmlPage, type ServedFile, servedFile } from "../../wire/served-file.ts";
import { isReading, sendFile, sendHtml } from "../html-answer.ts";
import { EXAMPLE_MARKETS } from "../routes/order-examples.ts";

/** The package keeps what it needs of it, packed; a clone has the whole of it installed. */
const COPIED = new URL("swagger-ui/", new URL(".", import.meta.url));

/** Examples name the open markets of this venue that last longest, and a signed-in human's calls have their CSRF value. */
const START = `const MARKETS = ${JSON.stringify(EXAMPLE_MARKETS)};

const json = async (path) => (await fetch(path)).json();

async function described() {
  let text = JSON.stringify(await json("openapi.json"));
  const { markets = [] } = await json("markets");
  const end = (market) => market.expiry_ts_ms ?? Number.MAX_VALUE;
  const lasting = markets
    .filter((market) => market.status === "OPEN")
    .sort((one, other) => end(other) - end(one));
  for (const [kind, example] of Object.entries(MARKETS)) {
    const open = lasting.find((market) => market.kind === kind);
    if (open) text = text.replaceAll(example, open.market_id);
  }
  return JSON.parse(text);
}

function withCsrf(request) {
  const csrf = /(?:^|; )(?:__Host-)?csrf=([^;]*)/.exec(document.cookie)?.[1];
  if (csrf && request.method !== "GET") request.headers["X-Service-CSRF"] = csrf;
  return request;
}

described().then((spec) => {
  SwaggerUIBundle({
    spec,
    dom_id: "#docs",
    deepLinking: true,
    docExpansion: "list",
    filter: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
    requestInterceptor: withCsrf,
    validatorUrl: null, // asks nobody else
  });
});
`;

/** A narrow screen has no room for a description beside each heading. */
const STYLE = `.swagger-ui .opblock-tag small { display: none; }
.swagger-ui .filter .operation-filter-input { width: 100%; }
@media (max-width: 640px) {
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 60%; overflow-wrap: anywhere; }
  .swagger-ui .opblock-body, .swagger-ui .responses-inner { overflow-x: auto; }
}
`;

/** Only files of this venue; the pictures are part of the style. */
const SOURCES = ["script-src 'self'", "style-src 'self'", "img-src 'self' data:"];

const PAGE = htmlPage(readFileSync(new URL("docs-page.html", import.meta.url), "utf8"), SOURCES);

function swaggerUi(name: string): Buffer {
  const copied = new URL(`${name}.br`, COPIED);
  if (existsSync(copied)) return brotliDecompressSync(readFileSync(copied));
  return readFileSync(new URL(name, import.meta.resolve("swagger-ui-dist")));
}

const FILES: Record<string, ServedFile> = {
  "/docs/page.css": servedFile("text/css", Buffer.from(STYLE)),
  "/docs/start.js": servedFile("text/javascript", Buffer.from(START)),
  "/docs/swagger-ui-bundle.js": servedFile("text/javascript", swaggerUi("swagger-ui-bundle.js")),
  "/docs/swagger-ui.css": servedFile("text/css", swaggerUi("swagger-ui.css")),
};

/** Serves the page and its files to who reads; a browser that has a file is not sent it again. */
export function serveDocs(path: string, ctx: Context, next: Next): Promise<void> | undefined {
  const file = FILES[path];
  if (!isReading(ctx) || (path !== "/docs" && file === undefined)) return next();
  if (file === undefined) sendHtml(ctx, PAGE);
  else sendFile(ctx, file);
  return undefined;
}
