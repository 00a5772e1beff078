/** docs/tables/clients.md: which clients were recorded, and what their sessions come to elsewhere. */
import { readFileSync } from "node:fs";
import { longVerdicts } from "../conformance/proof/clients/long-verdicts.fixture.ts";
import {
  CLIENT_VENUES,
  type ClientVerdict,
  keptVerdicts,
  sessionOf,
} from "../conformance/proof/clients/venues.fixture.ts";

/** The page, from the sessions and the verdicts that were kept with them. */
export function clientsPage(): string {
  const rows = Object.entries(keptVerdicts()).map(([client, verdicts]) => [
    `[${client}](../../conformance/proof/clients/sessions/${client}.session.jsonl)`,
    spelling(client),
    ...CLIENT_VENUES.map((venue) => said(verdicts[venue])),
  ]);
  return [
    "# Clients that were recorded",
    "",
    "Each did the [same exchanges](../../conformance/proof/clients/exchanges.txt) with a reference, through",
    "`touchstone record`: orders of every kind, a retry, a conflict, a stale stamp, cancels, a ladder, pages of",
    "lists, a ticket and its stream (curl speaks none), a 400, a 401 and a 422. The session is played again",
    "twice on the deployment it is of, on a new reference of another seed, and on the venue that shares no",
    "code with the reference; a test does it again. What an allowed line is: [replay](../guides/replay.md).",
    "",
    "Made by `npm run tables` from what `npm run clients` kept, which records all of them anew; with",
    "`--check`, as CI runs it, whom it can install, and keeps nothing.",
    "",
    `| client | its bodies | ${CLIENT_VENUES.join(" | ")} |`,
    `| --- | --- | ${CLIENT_VENUES.map(() => "---").join(" | ")} |`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
    ...longSessionsPart(),
  ].join("\n");
}

/** What was too long to be kept here. */
function longSessionsPart(): string[] {
  const rows = Object.entries(longVerdicts()).map(([name, { lines, venues }]) => [
    `[${name}](../../conformance/proof/clients/long/${PROGRAMS[name]})`,
    String(lines),
    ...CLIENT_VENUES.map((venue) => {
      const verdict = venues[venue];
      if (verdict === undefined) return "not measured";
      return `${said(verdict)}; ${verdict.seconds} s, ${verdict.memoryMb} MB`;
    }),
  ]);
  return [
    "## Long sessions",
    "",
    "Recorded and played once each by `npm run clients -- --long`, which keeps the figures alone: a bot",
    "in Python that places 10,000 orders in a day of the venue's own time and listens to its fills, the",
    'same bot with 140,000 orders in that day, which is a million lines (`--only "a bot\'s busy day"`), a minute of',
    "Chromium that signs in, makes a key, tries the interface and trades, one of a human who trades at the",
    "terminal, and a script of curl.",
    "Seconds and memory are of the replay by the command line; on a new reference the venue is within.",
    "",
    `| session | lines | ${CLIENT_VENUES.join(" | ")} |`,
    `| --- | ---: | ${CLIENT_VENUES.map(() => "---").join(" | ")} |`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
  ];
}

const PROGRAMS: Record<string, string> = {
  "a bot's day": "day.py",
  "a bot's busy day": "day.py",
  "a browser's minute": "minute.mjs",
  "a minute at the terminal": "terminal.mjs",
  "a curl script": "script.sh",
};

/** How a client writes JSON, by its first order. */
function spelling(client: string): string {
  const lines = readFileSync(sessionOf(client), "utf8").split("\n").slice(1);
  const bodies = lines.map((line) => line && JSON.parse(line).request);
  const { body_text: text } = bodies.find(
    (one) => one?.path === "/v1/orders" && one.method === "POST",
  );
  if (text === undefined) return "compact";
  return text.includes("\n  ") ? "indented" : text.endsWith("\n") ? "a line" : "spaced";
}

function said({ result, counts }: ClientVerdict): string {
  const parts = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`);
  return `${result}: ${parts.join(", ")}`;
}
