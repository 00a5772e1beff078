/** The page on which a human lets a client in: a form without script, for one sign-in. */
import { createHash } from "node:crypto";
import { markup } from "../../reports/render/text.ts";
import type { OwnAgent } from "./venue-sign-in.ts";

/** What the page asks. Shape: `agents` are to be chosen from once the human is signed in. */
export interface SignInPage {
  /** Names the sign-in in the form. */
  id: string;
  client: string;
  venue: string;
  /** Where the browser goes from here; forms may lead there and nowhere else. */
  redirectUri: string;
  /** Whether the client asks to trade. */
  trades: boolean;
  agents: readonly OwnAgent[];
  problem: string | null;
}

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }
label { display: block; margin: .6rem 0 } input:not([type=checkbox]), select { font: inherit; width: 100%; box-sizing: border-box }
button { font: inherit; margin: .6rem .6rem 0 0 } code { overflow-wrap: anywhere } [role=alert] { font-weight: bold }
fieldset { margin: 1rem 0 }`;
const STYLE_HASH = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;

/** Its text. Everything of the client's and the venue's is text, never markup. */
export function signInPage({ id, client, venue, redirectUri, ...asked }: SignInPage): string {
  const { trades, agents, problem } = asked;
  const alert = problem === null ? "" : `<p role="alert">${markup(problem)}</p>`;
  const may = trades
    ? `<label><input type="checkbox" name="trade" value="yes" checked> It may trade</label>`
    : "<p>It may read, and not trade.</p>";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title><style>${STYLE}</style></head>
<body>
<h1>Let ${markup(client)} in?</h1>
<p>It asks for the account and the orders of one of your agents at <code>${markup(venue)}</code>, and goes on at
<code>${markup(redirectUri)}</code>.</p>
${alert}
<form method="post" action="/sign-in">
<input type="hidden" name="id" value="${markup(id)}">
${agents.length > 0 ? agentsOf(agents) : CREDENTIALS}
${may}
<button name="answer" value="yes">Let it in</button>
<button name="answer" value="no" formnovalidate>Do not</button>
</form>
</body>
</html>
`;
}

/** Headers that keep everything foreign out; a browser follows a form's redirect only where it may. */
export function pageHeaders(redirectUri: string): Record<string, string> {
  const { protocol, origin } = new URL(redirectUri);
  const target = origin === "null" ? protocol : origin;
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      `default-src 'none'; style-src ${STYLE_HASH}; form-action 'self' ${target}; ` +
      "frame-ancestors 'none'; base-uri 'none'",
    // A browser that tells no referrer tells no Origin of a form either, which is looked at.
    ...{ "cache-control": "no-store", "referrer-policy": "same-origin" },
    "x-content-type-options": "nosniff",
  };
}

const CREDENTIALS = `<fieldset><legend>As you sign in at the venue</legend>
<label>E-mail <input name="email" type="email" autocomplete="username"></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label></fieldset>
<fieldset><legend>Or with a key that you made there</legend>
<label>API key <input name="key" type="password" autocomplete="off"></label></fieldset>`;

function agentsOf(agents: readonly OwnAgent[]): string {
  const options = agents.map(
    ({ id, name }) => `<option value="${markup(id)}">${markup(name)}</option>`,
  );
  return `<label>Agent <select name="agent">${options.join("")}</select></label>`;
}
