/** The core's speed and memory: beside two published order books on one tape, and beside itself. */
import assert from "node:assert/strict";
import { type BenchRow, median } from "../../reports/schema/bench.ts";
import type { Command } from "./commands.ts";
import { encodeCommand } from "./record.ts";
import { matchEngine, nodeEngine } from "./venue-peers.fixture.ts";
import { commandOf, drawTape, type Entry, MARKET_ID, openVenue } from "./venue-tape.fixture.ts";

const LIVE = 10_000;
const MANY_LIVE = 100_000;
const ENTRIES = 200_000;
const ROUNDS = 9;
const CHUNK = 1_000;
const TURN = 10_000;
const RECORDS =
  "no venue: each command becomes its line of the journal, which has to be JSON that people can read";

/** An engine; `depth` is price and quantity, best first. */
export interface Engine {
  /** Puts entries into the engine's words, untimed, as a server has just read them. */
  read: (entries: readonly Entry[]) => void;
  /** Does what was read. */
  run: () => void;
  depth: () => { bids: number[][]; asks: number[][] };
}

/**
 * Medians over rounds in which every engine is fed the same tape, each warmed up, in turns short enough
 * that what slows the machine for a second slows all of them.
 */
export async function bench(): Promise<BenchRow[]> {
  const tape = { live: LIVE, entries: drawTape(LIVE, ENTRIES) };
  const many = { live: MANY_LIVE, entries: drawTape(MANY_LIVE, ENTRIES) };
  const rounds = inRounds(() => ({
    ...timeOnSameTape(tape, { ours, recorded, matchEngine, nodeEngine }),
    many: timeOnSameTape(many, { ours }).ours,
    records: timeOnSameTape(tape, { recordsAlone }).recordsAlone,
  }));
  const row = rowOver(rounds);
  return [
    row(
      "core with accounts, holds, digest, against the best npm engine (orderbook-match-engine)",
      ["ours", "matchEngine"],
      6,
    ),
    {
      ...row(
        "core with its journal's records too, against the same",
        ["recorded", "matchEngine"],
        10,
      ),
      bound: { measured: ratioOf(rounds, ["records", "matchEngine"]), why: RECORDS },
    },
    {
      ...row(
        "core with its journal's records too, against nodejs-order-book",
        ["recorded", "nodeEngine"],
        10,
      ),
      bound: { measured: ratioOf(rounds, ["records", "nodeEngine"]), why: RECORDS },
    },
    row("core at 100,000 live orders against at 10,000", ["many", "ours"], 0.6),
  ];
}

interface Tape {
  live: number;
  entries: readonly Entry[];
}

/** Seconds of processor time that each engine takes behind the prefill; final depths must agree. */
function timeOnSameTape<K extends string>(
  { live, entries }: Tape,
  engines: Record<K, () => Engine>,
): Record<K, number> {
  const names = Object.keys(engines) as K[];
  const running = names.map((name) => engines[name]());
  for (const engine of running) feed(engine, entries.slice(0, live));
  const seconds = names.map(() => 0);
  for (let from = live; from < entries.length; from += TURN) {
    const turn = entries.slice(from, from + TURN);
    running.forEach((engine, k) => {
      seconds[k]! += feed(engine, turn);
    });
  }
  const depths = running.map((engine) => engine.depth());
  for (const depth of depths) assert.deepEqual(depth, depths[0], "the engines disagree");
  return Object.fromEntries(names.map((name, k) => [name, seconds[k]])) as Record<K, number>;
}

/** In chunks, so that what an engine is asked is at hand as after parsing. Units: CPU seconds. */
function feed(engine: Engine, entries: readonly Entry[]): number {
  let micros = 0;
  for (let from = 0; from < entries.length; from += CHUNK) {
    engine.read(entries.slice(from, from + CHUNK));
    const start = process.cpuUsage();
    engine.run();
    const { user, system } = process.cpuUsage(start);
    micros += user + system;
  }
  return micros / 1e6;
}

/** The venue: accounts, holds and running digest. */
function ours(): Engine {
  return drive((commands, apply) => commands.forEach(apply));
}

/** The same, and every command becomes a line of the journal. */
function recorded(): Engine {
  return drive((commands, apply) => {
    commands.forEach(apply);
    record(commands);
  });
}

/** The lines of the journal, and no venue. */
const recordsAlone = (): Engine => drive(record);

function record(commands: readonly Command[]): void {
  assert.ok(commands.map(encodeCommand).join(",\n").length > 0);
}

type Driver = (commands: Command[], apply: (command: Command, at: number) => void) => void;

function drive(driver: Driver): Engine {
  const venue = openVenue();
  let commands: Command[] = [];
  return {
    read: (entries) => {
      commands = entries.map(commandOf);
    },
    run: () => driver(commands, (command, at) => venue.apply(command, at)),
    depth: () => {
      const { bids, asks } = venue.book(MARKET_ID, Number.POSITIVE_INFINITY)!;
      const pairs = (levels: typeof bids) => levels.map(({ price, qty }) => [price, qty]);
      return { bids: pairs(bids), asks: pairs(asks) };
    },
  };
}

/** The first round only warms up. */
function inRounds<T>(round: () => T): T[] {
  return Array.from({ length: ROUNDS + 1 }, round).slice(1);
}

type Timed = "ours" | "recorded" | "records" | "matchEngine" | "nodeEngine" | "many";
type Seconds = Record<Timed, number>;

const ratioOf = (rounds: readonly Seconds[], [one, other]: [Timed, Timed]): number =>
  median(rounds.map((round) => round[other] / round[one]));

function rowOver(rounds: readonly Seconds[]) {
  const rate = (name: Timed) => Math.round(median(rounds.map((round) => ENTRIES / round[name])));
  return (name: string, [one, other]: [Timed, Timed], aim: number): BenchRow => ({
    name,
    measured: ratioOf(rounds, [one, other]),
    ...{ unit: "×", aim },
    note: `${rate(one)} against ${rate(other)} operations per CPU second; 1,000 levels`,
  });
}
