/** Sentences of the table of authentication and session routes. */
import { about } from "./sentence.ts";

const PART = "Endpoints, authentication and session";
const callback = about(PART, "GET /auth/idp/callback");
const ticket = about(PART, "POST /auth/ws-ticket");

export const AUTH_ROUTES = [
  about(PART, "POST /auth/signup").says("Sign up: 201", "SESS-SIGN-01"),
  about(PART, "POST /auth/login").says("Log in: 200", "SESS-LOGIN-01"),
  about(PART, "GET /auth/me").says("Who is signed in: 200", "SESS-ME-01"),
  about(PART, "GET /auth/session").says("Session: 200", "SESS-SES-01"),
  about(PART, "GET /auth/config").says("Sign-in configuration: 200", "SESS-CFG-01"),
  about(PART, "GET /auth/idp/login").says("Start of a sign-in: 200", "SESS-IDP-01"),
  callback.says("Callback: takes code, state and error", "SESS-IDP-02"),
  callback.untold(
    "Callback: 200",
    "only the identity provider can send someone back with a good code",
  ),
  about(PART, "POST /auth/logout").says("Log out: 200", "SESS-OUT-01 SESS-OUT-02"),
  ticket.says("Mint a ticket: 201 with ticket and expires_at", "TKT-MINT-01 TKT-MINT-03"),
  ticket.says("Mint a ticket: agent_id is optional", "TKT-MINT-01 TKT-MINT-04"),
];
