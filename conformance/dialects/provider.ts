/** Legal ways through an identity provider: of its pages, and of the venue on both ends. */
import { randomUUID } from "node:crypto";
import type { ProfileFile } from "../../scenarios/deployment/profile/profile-schema.ts";
import { changeAnswer, fieldsOf, matches } from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../interposer/interposer.ts";

const CALLBACK = "GET /auth/idp/callback";
const PAGE = "/idp/interaction/*";

function page(form: string): WireAnswer {
  const headers = { "content-type": "text/html; charset=utf-8" };
  return { status: 200, headers, body: `<!doctype html><title>Sign in</title>${form}` };
}

const ASKS_WHO = `<form method='POST'>
<label>Who <input type="text" name="who" autofocus></label> <button type="submit">Next</button>
</form>`;

const kept = (name: string, value: string) =>
  `<input type=hidden name=${name} value="${value.replaceAll("&", "&amp;").replaceAll('"', "&#34;")}">`;

/** A name, then a password, then leave to tell the venue; each page has the answers before it. */
function onThreePages(request: WireRequest): WireAnswer | WireRequest {
  if (request.method === "GET") return page(ASKS_WHO);
  const sent = new URLSearchParams(request.raw.toString());
  const [who, password] = [sent.get("who") ?? "", sent.get("password")];
  if (password === null) {
    const asks = `<input name="password" type="password" required>`;
    return page(`<form method=post>${kept("who", who)}${asks}<button>Sign in</button></form>`);
  }
  if (sent.get("consent") !== "allow") {
    const choice = ["deny", "allow"].map(
      (one) => `<button name=consent value=${one}>${one}</button>`,
    );
    const before = kept("who", who) + kept("password", password);
    return page(`<form method="post">${before}${choice.join(" ")}</form>`);
  }
  return { ...request, raw: Buffer.from(new URLSearchParams({ name: who }).toString()) };
}

/** The address of a page of the provider, as one of the venue's own. */
const ownPage = (address: string) => address.replace(/^https?:\/\/[^/]+(?=\/idp\/)/, "");

function withOwnPages(given: WireAnswer): WireAnswer {
  const { location } = given.headers;
  if (location !== undefined) {
    return { ...given, headers: { ...given.headers, location: ownPage(location) } };
  }
  const { authorization_url: address } = fieldsOf(given.body);
  if (typeof address !== "string") return given;
  return { ...given, body: { go: { to: ownPage(address) } } };
}

/** The provider's pages at the venue's own address. */
function askingOnThreePages(): WireVariant {
  return async (request, venue) => {
    const asked = ["GET", "POST"].some((method) => matches(request, `${method} ${PAGE}`))
      ? onThreePages(request)
      : request;
    return "status" in asked ? asked : withOwnPages(await venue(asked));
  };
}

const PASSWORD = "correct horse battery staple";

function peopleWithPasswords({ base_url }: ProfileFile) {
  const person = (who: string) => ({ who, password: PASSWORD, consent: "allow" });
  return { idp: { origin: base_url, people: ["{new}", "{NEW}"].map(person) } };
}

/** The callback sends on to a page of the venue, which opens the session. */
function sessionOnTheNextPage(): WireVariant {
  const due = new Map<string, string>();
  const sentOn = changeAnswer(CALLBACK, ({ status, headers, body }) => {
    const { "set-cookie": cookies, ...others } = headers;
    if (status >= 400 || cookies === undefined) return { status, headers, body };
    const visit = randomUUID();
    due.set(visit, cookies);
    return { status: 303, headers: { ...others, location: `/welcome?visit=${visit}` }, body: "" };
  });
  return async (request, venue) => {
    const cookies = due.get(request.query["visit"] ?? "");
    if (!matches(request, "GET /welcome") || cookies === undefined) return sentOn(request, venue);
    due.delete(request.query["visit"] ?? "");
    return {
      ...page("<p>Welcome"),
      headers: { "content-type": "text/html", "set-cookie": cookies },
    };
  };
}

/** Dialects of sign-in with a provider. */
export const provider: readonly Dialect[] = [
  {
    name: "callback-redirects",
    decision: "D-141",
    variant: "A callback that signs somebody in is a redirect, whoever asks.",
    wire: () =>
      changeAnswer(CALLBACK, (given) =>
        given.status === 200
          ? { status: 303, headers: { ...given.headers, location: "/" }, body: "" }
          : given,
      ),
  },
  {
    name: "session-on-the-next-page",
    decision: "D-141",
    variant: "A callback is a redirect to a page of the venue, which sets the cookies.",
    wire: sessionOnTheNextPage,
  },
  {
    name: "provider-asks-on-three-pages",
    decision: "D-140",
    variant:
      "The start tells a relative address; the provider asks for a name, a password and leave.",
    wire: askingOnThreePages,
    profile: peopleWithPasswords,
  },
];
