/** Opening the stream: with which tickets, and for how long. Spec: Authentication 7, States 5; D-151. */

import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, odd, that } from "../../check/expectation.ts";
import { bySession } from "../../check/sign-in-owner.ts";
import type { Opening } from "../../check/stream.ts";
import { callersTicket, freshTicket, inPart, sessionsTicket } from "../credentials.ts";
import { privacy } from "./checks-private.ts";
import { protocol } from "./checks-protocol.ts";

/** Before the 60 seconds a ticket lives, by more than an answer takes. Units: ms. */
const YOUNG_MS = 50_000;
/** Past the 60 seconds a ticket lives, by more than clocks drift. Units: ms. */
const AGED_MS = 66_000;
/** Time passes in steps, so that pings of either side find their answer. Units: ms. */
const STEP_MS = 6_000;
const MADE_UP_TICKET = "rw_live_nobody-has-this-ticket-0000000000000000000";

function shown({ form, status, closeCode }: Opening): string {
  return form === "refused"
    ? `HTTP ${status}`
    : `${form}${closeCode === null ? "" : ` ${closeCode}`}`;
}

function openingThat(says: string, holds: (opening: Opening) => boolean) {
  return that<Opening>(says, holds, shown);
}

const open = openingThat("an open connection", ({ form }) => form === "open");

/** Not upgraded, or closed again within 5 s; frames in between are no working connection. */
const refused = anyOf(
  openingThat("an HTTP status other than 101", ({ form }) => form === "refused"),
  openingThat("closed unasked without a frame", isClosedSilently),
  odd(
    openingThat("closed unasked", ({ form }) => form === "closed"),
    "frames were sent before the connection was closed",
  ),
);

function isClosedSilently({ form, frames }: Opening): boolean {
  return form === "closed" && frames.length === 0;
}

const opens: Check = {
  title: "a fresh ticket opens the stream, to a browser with its cookies too",
  proves: ["STRM-CONN-01"],
  needs: ["agent", "stream"],
  async body(t) {
    const opening = await t.stream.open(await callersTicket(t));
    t.expect("STRM-CONN-01", opening, open);
    if (t.cell.caller !== "session") return;
    // How many sockets an agent may have is not shown.
    await opening.socket?.close();
    t.expect("STRM-CONN-01", await asBrowsersDo(t), open);
  },
};

/** With the origin of a page too, unless a venue takes cookies without one alone. */
async function asBrowsersDo(t: CheckContext): Promise<Opening> {
  const { origin } = t.run;
  const cookie = cookieOf(t);
  const tried = await t.stream.open(await callersTicket(t), { cookie, origin });
  if (tried.form === "open") return tried;
  const withCookie = await t.stream.open(await callersTicket(t), { cookie });
  if (withCookie.form === "open") return withCookie;
  const withOrigin = await t.stream.open(await callersTicket(t), { origin });
  if (withOrigin.form === "open") return tried;
  throw new Missing("needs a stream that opens to pages of the origin of base_url");
}

const cookieOf = ({ human }: CheckContext): string =>
  bySession(human.credentials).headers?.["cookie"] ?? "";

/** Tickets that somebody has asked for at once, as a page does that is loaded again and again. */
const AT_ONCE = 6;

const besideOthers: Check = {
  title:
    "a fresh ticket opens the stream while later ones are unused, and once a later one was used",
  proves: ["STRM-CONN-01"],
  needs: ["agent", "stream"],
  once: true,
  async body(t) {
    const tickets: string[] = [];
    for (let n = 0; n < AT_ONCE; n += 1) tickets.push(await callersTicket(t));
    const [first = "", second = ""] = tickets;
    for (const ticket of [first, tickets.at(-1)!, second]) {
      const opening = await t.stream.open(ticket);
      if (opening.form !== "open") await demandRoom(t);
      t.expect("STRM-CONN-01", opening, open);
      await opening.socket?.close();
      await t.settle();
    }
  },
};

/** Errors: Missing where a ticket that has just been minted opens nothing either: sockets may be few. */
async function demandRoom(t: CheckContext): Promise<void> {
  const { form, socket } = await t.stream.open(await callersTicket(t));
  if (form !== "open") throw new Missing("needs an agent that has a socket to spare");
  await socket?.close();
}

const onceOnly: Check = {
  title: "a ticket in use does not open a second connection",
  proves: ["STRM-CONN-02"],
  needs: ["agent", "stream"],
  async body(t) {
    const ticket = await callersTicket(t);
    await t.stream.opens(ticket);
    t.expect("STRM-CONN-02", await t.stream.knock(ticket), refused);
  },
};

const onceBesideOtherKey: Check = {
  title: "a used ticket opens nothing either once another key of its agent has used one",
  proves: ["STRM-CONN-02"],
  needs: ["second-key", "stream"],
  over: {},
  once: true,
  async body(t) {
    const used = await freshTicket(t.agent);
    await (await t.stream.opens(used)).close();
    const key = t.agent.credentials.secondApiKey;
    await (await t.stream.opens(await freshTicket(t.agent, { key }))).close();
    t.expect("STRM-CONN-02", await t.stream.knock(used), refused);
  },
};

const onceAtOnce: Check = {
  title: "of connections opened at once with one ticket, one opens",
  proves: ["STRM-CONN-02"],
  needs: ["agent", "stream"],
  async body(t) {
    await t.stream.opens(await freshTicket(t.agent));
    const ticket = await callersTicket(t);
    t.expect("STRM-CONN-02", await t.stream.race(ticket, 4), atMostOne);
  },
};

const atMostOne = that<number>("at most one connection", (count) => count <= 1);

const WITHIN_A_MINUTE_MS = 20_000;

const ofAge: Check = {
  title: "a ticket of 50 seconds opens the stream, and one of 66 seconds does not",
  proves: ["STRM-CONN-08", "STRM-CONN-03"],
  needs: ["agent", "stream", "wait"],
  body: (t) => judgeAges(t, () => freshTicket(t.agent)),
};

const ofAgeBySession: Check = {
  title: "a session's ticket of 50 seconds opens the stream, and one of 66 seconds does not",
  proves: ["STRM-CONN-08", "STRM-CONN-03"],
  needs: ["browser", "stream", "wait"],
  body: (t) => judgeAges(t, () => sessionsTicket(t.human, t.human.agentId)),
};

/** So much later that a life which began anew would not be over. Units: ms. */
const LATER_MS = 10_000;

/** Judges tickets of 50 and 66 seconds; one socket is open at a time. */
async function judgeAges(t: CheckContext, mints: () => Promise<string>): Promise<void> {
  await (await t.stream.opens(await mints())).close();
  // In real time an agent may have spent its writes meanwhile, and tickets would age as it waits.
  const mintsAgain = () => (t.clock.moves ? mints() : null);
  // A clock that is moved mostly stands on a full minute, where an end may be rounded to.
  if (t.clock.moves) await t.clock.pass(WITHIN_A_MINUTE_MS);
  const [first, second] = [await mints(), await mints()];
  await t.clock.pass(LATER_MS);
  await mintsAgain(); // a new ticket prolongs no other
  await t.clock.pass(YOUNG_MS - LATER_MS);
  const opening = await t.stream.open(first);
  t.expect("STRM-CONN-08", opening, open);
  await opening.socket?.close();
  const later = await mintsAgain();
  await t.clock.pass(AGED_MS - YOUNG_MS);
  t.expect("STRM-CONN-03", await t.stream.knock(second), refused);
  if (later === null) return;
  await t.clock.pass(LATER_MS);
  await mints(); // after one that has lapsed unused, a new ticket ends no other
  t.expect("STRM-CONN-08", await t.stream.open(later), open);
}

const noTicket: Check = {
  title: "no ticket, a made-up one, or a good one in part or with more behind it, opens nothing",
  proves: ["STRM-CONN-04"],
  needs: ["agent", "stream"],
  async body(t) {
    const ticket = await callersTicket(t);
    for (const wrong of [null, "", MADE_UP_TICKET, ...inPart(ticket)]) {
      t.expect("STRM-CONN-04", await t.stream.knock(wrong), refused);
    }
    await t.stream.opens(ticket);
  },
};

const keyForTicket: Check = {
  title: "an API key in the place of a ticket opens no connection",
  proves: ["STRM-CONN-04"],
  needs: ["agent", "browser", "stream"],
  over: {},
  async body(t) {
    await t.stream.opens(await freshTicket(t.agent));
    // One that ends with the check: what stands in an address is written to logs.
    const { caller } = await t.human.newKey();
    t.expect("STRM-CONN-04", await t.stream.knock(caller.credentials.apiKey), refused);
  },
};

const besideKey: Check = {
  title: "a key in the Authorization header opens no connection without a ticket, or by a used one",
  proves: ["STRM-CONN-02", "STRM-CONN-04"],
  needs: ["agent", "stream"],
  async body(t) {
    const { apiKey, secondApiKey } = t.agent.credentials;
    const key = t.cell.caller === "second-key" ? secondApiKey : apiKey;
    await judgeBeside(t, { authorization: `Bearer ${key}` });
  },
};

const besideCookies: Check = {
  title: "cookies of a session open no connection without a ticket, or by a used one",
  proves: ["STRM-CONN-02", "STRM-CONN-04"],
  needs: ["agent", "browser", "stream"],
  body: (t) => judgeBeside(t, { cookie: cookieOf(t), origin: t.run.origin }),
};

/** Judges that good credentials do not stand in for a ticket that is used or absent. */
async function judgeBeside(
  t: CheckContext,
  credentials: Readonly<Record<string, string>>,
): Promise<void> {
  const used = await callersTicket(t);
  await t.stream.opens(used);
  t.expect("STRM-CONN-02", await t.stream.knock(used, credentials), refused);
  t.expect("STRM-CONN-04", await t.stream.knock(null, credentials), refused);
}

const staysConsumed: Check = {
  title: "a ticket stays consumed after its first socket was closed at once",
  proves: ["STRM-CONN-05"],
  needs: ["agent", "stream"],
  async body(t) {
    const ticket = await callersTicket(t);
    const socket = await t.stream.opens(ticket);
    await socket.close();
    t.expect("STRM-CONN-05", await t.stream.knock(ticket), refused);
  },
};

const outlivesTicket: Check = {
  title: "whether a socket outlives the 60 seconds of its ticket",
  proves: ["STRM-CONN-06"],
  needs: ["agent", "stream", "wait"],
  plain: true,
  async body(t) {
    const socket = await t.stream.opens(await freshTicket(t.agent));
    for (let passed = 0; passed < AGED_MS; passed += STEP_MS) await t.clock.pass(STEP_MS);
    await socket.quiet(STILL_OPEN_MS, { orFrame: false });
    t.observe(
      "STRM-CONN-06",
      socket.isOpen ? "stays open" : "closed",
      socket.isOpen ? undefined : "the connection was closed when its ticket expired",
    );
  },
};

/** On a clock that was moved, a close is still on its way. Units: ms. */
const STILL_OPEN_MS = 300;

const formOfRefusal: Check = {
  title: "the form of a refused handshake",
  proves: ["STRM-CONN-07"],
  needs: ["agent", "stream"],
  async body(t) {
    await t.stream.opens(await freshTicket(t.agent));
    t.observe("STRM-CONN-07", await formsOf(t));
  },
};

async function formsOf({ stream }: CheckContext) {
  return {
    without: shown(await stream.knock(null)),
    made_up: shown(await stream.knock(MADE_UP_TICKET)),
  };
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  opens,
  besideOthers,
  onceOnly,
  onceBesideOtherKey,
  onceAtOnce,
  ofAge,
  ofAgeBySession,
  noTicket,
  keyForTicket,
  besideKey,
  besideCookies,
  staysConsumed,
  outlivesTicket,
  formOfRefusal,
  ...privacy,
  ...protocol,
];
