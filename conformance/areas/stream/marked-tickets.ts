/** Tickets that can be told from others: by who asked for them, and as the how manieth. */
import { createHash, randomUUID } from "node:crypto";
import { changeAnswer, fieldsOf, keyOf } from "../../interposer/changes.ts";
import { hasSession, MINT } from "../../interposer/credentials.ts";
import type { WireRequest } from "../../interposer/interposer.ts";
import type { StreamVariant } from "../../interposer/stream.ts";

/** Marks of tickets, which the venue knows without: of sessions, and of one prefix. */
export const SESSIONS = /^rw_live_of-a-session-/;
export const UNDER_API = /^rw_live_under-api-/;

/** Tickets that were asked for in some way can be told from others. */
export const marking = (mark: string, isMarked: (request: WireRequest) => boolean) => () =>
  changeAnswer(MINT, (given, request) => {
    const { ticket, ...body } = fieldsOf(given.body);
    if (given.status !== 201 || !isMarked(request)) return given;
    const marked = String(ticket).replace(/^rw_live_/, `rw_live_${mark}-`);
    return { ...given, body: { ...body, ticket: marked } };
  });

export const sessionsMarked = marking("of-a-session", hasSession);

export const unmarked = (ticket: string) => ticket.replace(SESSIONS, "rw_live_");

/** A run, who asked, and the how manieth ticket it is. */
const NUMBERED = /^rw_live_(\w{8}-\w{8})-(\d+)-/;

/** Tickets tell which of their agent's they are. */
export function numbered() {
  const run = randomUUID().slice(0, 8);
  let count = 0;
  return changeAnswer(MINT, (given, request) => {
    const { ticket, ...body } = fieldsOf(given.body);
    if (given.status !== 201) return given;
    count += 1;
    const caller = createHash("sha256").update(keyOf(request)).digest("hex").slice(0, 8);
    const told = String(ticket).replace(/^rw_live_/, `rw_live_${run}-${caller}-${count}-`);
    return { ...given, body: { ...body, ticket: told } };
  });
}

/** None opens the stream that is older than one that has been used. */
export function usedInOrder(): StreamVariant {
  const used = new Map<string, number>();
  return {
    ticketOf: (ticket) => ticket.replace(NUMBERED, "rw_live_"),
    decide({ ticket }) {
      const [, caller = "", nth = ""] = NUMBERED.exec(ticket) ?? [];
      if (Number(nth) < (used.get(caller) ?? 0)) return "refuse";
      used.set(caller, Number(nth));
      return "pass";
    },
  };
}
