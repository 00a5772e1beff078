/** What accounts, agents, keys, sessions and tickets look like on the wire. */
import { type Static, Type } from "typebox";
import { Cents, Id, nullable } from "./records.ts";

const Time = Type.String({ format: "date-time" });

const agent = { agent_id: Id, name: Type.String() };

/** D-146. */
export const Agent = Type.Object(agent, { title: "Agent" });

/** D-120, D-123. */
export const Account = Type.Object(
  {
    account_id: Id,
    public_id: Type.String(),
    display_name: Type.String(),
    agents: Type.Array(Type.Object({ ...agent, calling: Type.Boolean() })),
  },
  { title: "Account" },
);
export type Account = Static<typeof Account>;

const key = {
  key_id: Id,
  agent_id: Id,
  name: Type.String(),
  scopes: Type.Array(Type.Enum(["read", "trade"])),
  prefix: Type.String(),
  created_at: Time,
  revoked_at: nullable(Time),
};

/** D-132. */
export const Key = Type.Object(key, { title: "Key" });
export type Key = Static<typeof Key>;

/** The one answer that has the key itself. Spec: Agent keys. */
export const NewKey = Type.Object({ ...key, api_key: Type.String() }, { title: "NewKey" });

/** D-139. */
export const SignedIn = Type.Object(
  { authenticated: Type.Literal(true), account: Account },
  { title: "SignedIn" },
);

/** D-139. */
export const SignedOut = Type.Object(
  { authenticated: Type.Literal(false) },
  { title: "SignedOut" },
);

/** D-142. */
export const Session = Type.Union([
  Type.Object({ authenticated: Type.Literal(true), account: Account, expires_at: Time }),
  SignedOut,
]);

/** D-143. */
export const Me = Type.Object(
  { caller: Type.Enum(["key", "session"]), ...Account.properties },
  { title: "Me" },
);

/** D-142. */
export const SignInConfig = Type.Object(
  {
    signup: Type.Boolean(),
    idp_login_path: Type.String(),
    session_cookie: Type.String(),
    csrf_cookie: Type.String(),
    csrf_header: Type.String(),
    session_seconds: Type.Integer(),
    session_idle_seconds: Type.Integer(),
  },
  { title: "SignInConfig" },
);

/** D-140. */
export const SignInStart = Type.Object(
  { authorization_url: Type.String({ format: "uri" }), state: Type.String() },
  { title: "SignInStart" },
);

/** Spec: WebSocket ticket. */
export const Ticket = Type.Object({ ticket: Type.String(), expires_at: Time }, { title: "Ticket" });

/** D-121. */
export const Standing = Type.Object(
  {
    public_id: Type.String(),
    display_name: Type.String(),
    rank: Type.Integer({ minimum: 1 }),
    score: Type.Integer({ description: "basis points of the initial cash" }),
    pnl_cents: Cents,
    volume_cents: Cents,
    roi: Type.Number({ description: "a fraction of the initial cash" }),
    equity_cents: Cents,
  },
  { title: "Standing" },
);
export type Standing = Static<typeof Standing>;
