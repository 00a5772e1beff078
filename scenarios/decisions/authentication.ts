/** Decisions on authentication, sessions and keys. */
import { ANY, type Decision, KEYS } from "./decision.ts";

const REVOKING = /^DELETE \/me\/agents/;
const SIGNING_IN = /^POST \/auth\/(signup|login)$/;

/** By id; ids are permanent. */
export const AUTHENTICATION_DECISIONS: readonly Decision[] = [
  {
    id: "D-130",
    question: "Which scope an endpoint asks for",
    accepts: "401 or 403 for a refusal: the table is not shown. A read-only key that trades warns.",
    reference: "read for GET and tickets, trade for orders",
    statuses: [{ on: ANY, among: [401, 403], when: "scopeRefusal" }],
  },
  {
    id: "D-131",
    question: "What a 401 looks like",
    accepts:
      "401 where credentials are missing or bad; its code and header are noted. 403 for a " +
      "missing header fails.",
    reference: "UNAUTHENTICATED, with WWW-Authenticate",
  },
  {
    id: "D-132",
    question: "The answer to a key's creation",
    accepts:
      "200 or 201 with exactly one rk_live_ text in it: the body is not shown. Nor is how many " +
      "keys an agent may have: one beside others may be refused.",
    reference: "201",
    statuses: [{ on: /^POST \/me\/agents\/\{id\}\/keys$/, among: [201, 200] }],
  },
  {
    id: "D-133",
    question: "The answer to a revocation",
    accepts: "200, 202 or 204; a second time also 404 or 409; unknown 404 or 403.",
    reference: "200; 404 for an unknown key",
    statuses: [
      { on: REVOKING, among: [200, 202, 204] },
      { on: REVOKING, among: [200, 202, 204, 404, 409], when: "over" },
      { on: KEYS, among: [404, 403], when: "notForbidden" },
    ],
  },
  {
    id: "D-134",
    question: "Other scopes than read and trade",
    accepts:
      "Any refusal, or an answer that shows that it was not granted, which warns: operator " +
      "scopes are not named. Granting it fails.",
    reference: "403 or 422",
  },
  {
    id: "D-135",
    question: "Keys on the key endpoints",
    accepts: "401 or 403, and no key made: a session is asked for.",
    reference: "403 SESSION_REQUIRED",
    statuses: [{ on: KEYS, among: [403, 401] }],
  },
  {
    id: "D-136",
    question: "How long a session lives",
    accepts: "Anything: not shown.",
    reference: "12 hours, 60 minutes idle",
  },
  {
    id: "D-137",
    question: "The refusal of a missing CSRF header",
    accepts:
      "400, 401, 403, 419 or 422, without effect, logout included: the code is not shown. " +
      "Whether the cookie must come along is noted.",
    reference: "403 CSRF_FAILED",
    statuses: [{ on: ANY, among: [400, 401, 403, 419, 422], when: "csrfRefusal" }],
  },
  {
    id: "D-138",
    question: "The bodies of sign-up and login",
    accepts:
      "Those of the profile; without one, any documented refusal of a guess, since they are not" +
      " shown. Nor is how many sessions somebody may have: a login beside others may be refused.",
    reference: "email and password",
    statuses: [
      { among: [400, 422, 403, 404, 503] },
      { on: SIGNING_IN, among: [400, 401, 403, 404, 405, 409, 422, 503] },
    ],
  },
  {
    id: "D-139",
    question: "Sign-up in production",
    accepts: "201 or a refusal that says it is off: the spec speaks of both.",
    reference: "A switch; 503 when off",
    statuses: [
      { among: [201, 400, 403, 404, 405, 409, 422, 503] },
      { on: /^POST \/auth\/signup$/, among: [201, 503] },
    ],
  },
  {
    id: "D-140",
    question: "How a sign-in starts",
    accepts: "200, a redirect, or 404, 501, 503 where there is no provider.",
    reference: "200 with the address to go to",
    statuses: [{ on: /^GET \/auth\/idp\/login$/, among: [200, 302, 303, 307, 404, 501, 503] }],
  },
  {
    id: "D-141",
    question: "The callback of the provider",
    accepts:
      "200 or a redirect where the provider's code is good, a refusal where it is not. A forged one " +
      "that yields a working session warns, and so does one that does so twice.",
    reference: "400 IDP_CALLBACK_INVALID",
    statuses: [
      {
        on: /^GET \/auth\/idp\/callback$/,
        among: [200, 302, 303, 307, 400, 401, 403, 404, 422, 502, 503],
        odd: [501],
      },
    ],
  },
  {
    id: "D-142",
    question: "/auth/session without a session",
    accepts: "200 or 401: either tells that there is none.",
    reference: "200, authenticated false",
    statuses: [{ on: /^GET \/auth\/(session|config)$/, among: [200, 401] }],
  },
  {
    id: "D-143",
    question: "/auth/me with a key",
    accepts: "200, 401 or 403: the spec is silent.",
    reference: "200",
    statuses: [{ on: /^GET \/auth\/(session|me|config)$/, among: [200, 401, 403] }],
    unshown: "No rule asks it: SESS-ME-01 comes with a session or with nothing",
  },
  {
    id: "D-144",
    question: "The operator's key path",
    accepts: "401, 403, 404 or 405 for users: only its existence is shown.",
    reference: "403",
    statuses: [{ on: /\/agents\/\{id\}\/keys$/, among: [403, 401, 404, 405] }],
  },
  {
    id: "D-146",
    question: "Managing agents",
    accepts:
      "Anything, untested: such routes are not shown, though a 409 is listed for a duplicate " +
      "agent name.",
    reference: "GET and POST /me/agents, as an extension; 409 AGENT_NAME_TAKEN",
  },
  {
    id: "D-147",
    question: "A session cookie and a bearer key at once",
    accepts: "Either counts, untested: the spec describes two mechanisms and not both together.",
    reference: "The key wins, and no CSRF header is asked for",
  },
  {
    id: "D-148",
    question: "The name of a key",
    accepts: "80 characters pass, 81 are refused; an empty one is noted.",
    reference: "1 to 80 after trimming",
  },
  {
    id: "D-178",
    question: "The other sessions of who logs out",
    accepts: "They go on or end, recorded: of logout no more is shown than that it answers 200.",
    reference: "They go on",
  },
  {
    id: "D-179",
    question: "How long the value of a CSRF cookie is good",
    accepts: "As long as its session, or until an answer sets another: a browser echoes the last.",
    reference: "As long as its session",
  },
  {
    id: "D-180",
    question: "What somebody new may do at once",
    accepts:
      "All, or no key and no account until he has agreed to something, 403; nor a key beside one that " +
      "the account came with, 409: what a sign-up leaves to do is not shown.",
    reference: "All",
    statuses: [{ among: [403, 409] }],
  },
];
