/** The spot price's history as it is told: each hour is written once, however often it is asked for. */
import type { SpotFeed } from "../feed/spot-feed.ts";
import { spotRecord } from "../wire/mapping.ts";
import { WrittenJson } from "./written-json.ts";

const HOUR_MS = 3_600_000;
/** A day, and the parts of hours at both its ends. @bound {HOURS_KEPT} hours: older ones are forgotten; reference/http/spot-history.test.ts */
export const HOURS_KEPT = 25;

/** Points of one hour, each written behind a comma. Units: epoch ms, bytes. */
interface WrittenHour {
  /** Of the newest price there was as it was written. */
  newestMs: number;
  times: number[];
  /** Where each point ends in the bytes. */
  ends: number[];
  bytes: Buffer;
}

/** What is written of one feed. */
export class SpotHistory {
  readonly #feed: SpotFeed;
  /** By the hour's beginning. @bound {HOURS_KEPT} hours: the oldest goes; reference/http/spot-history.test.ts */
  readonly #hours = new Map<number, WrittenHour>();

  constructor(feed: SpotFeed) {
    this.#feed = feed;
  }

  /** Hours that are kept. */
  get kept(): number {
    return this.#hours.size;
  }

  /** Prices of the last seconds, oldest first. Units: epoch ms. D-110. */
  body(nowMs: number, seconds: number): WrittenJson {
    const fromMs = nowMs - seconds * 1_000;
    const newestMs = this.#feed.health(nowMs).last?.tsMs ?? -1;
    const points: Buffer[] = [];
    let count = 0;
    for (let startMs = hourOf(fromMs); startMs <= nowMs; startMs += HOUR_MS) {
      const { times, ends, bytes } = this.#hour(startMs, { nowMs, newestMs });
      const first = times.findIndex((atMs) => atMs >= fromMs);
      const last = times.findLastIndex((atMs) => atMs <= nowMs);
      if (first < 0 || last < first) continue;
      const comma = count === 0 ? 1 : 0;
      points.push(bytes.subarray((ends[first - 1] ?? 0) + comma, ends[last]));
      count += last - first + 1;
    }
    const tail = Buffer.from(`],"count":${count},"seconds":${seconds}}`);
    return new WrittenJson([Buffer.from('{"points":['), ...points, tail]);
  }

  /** The hour under way is written anew when there is a newer price. */
  #hour(startMs: number, { nowMs, newestMs }: { nowMs: number; newestMs: number }): WrittenHour {
    const kept = this.#hours.get(startMs);
    const endMs = startMs + HOUR_MS - 1;
    if (kept !== undefined && (kept.newestMs > endMs || kept.newestMs === newestMs)) return kept;
    const hour = { newestMs, ...this.#written(startMs, Math.min(endMs, nowMs)) };
    this.#hours.set(startMs, hour);
    for (const each of this.#hours.keys()) {
      if (each > nowMs || each <= nowMs - HOURS_KEPT * HOUR_MS) this.#hours.delete(each);
    }
    return hour;
  }

  #written(fromMs: number, toMs: number): Omit<WrittenHour, "newestMs"> {
    const prices = this.#feed.prices(fromMs, toMs);
    const texts = prices.map((price) => `,${JSON.stringify(spotRecord(price))}`);
    let end = 0;
    const ends = texts.map((text) => {
      end += text.length;
      return end;
    });
    const times = prices.map(({ tsMs }) => tsMs);
    return { times, ends, bytes: Buffer.from(texts.join("")) };
  }
}

const hourOf = (atMs: number): number => atMs - (atMs % HOUR_MS);
