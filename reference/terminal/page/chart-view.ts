/** The chart of a market: candles of its trades, or its mid. */
import { effect, signal } from "@preact/signals";
import {
  CandlestickSeries,
  ColorType,
  createChart,
  type IChartApi,
  LineSeries,
  type UTCTimestamp,
} from "lightweight-charts";
import { type ComponentChild, h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Records } from "../../client/client.ts";
import { figure } from "./figures.ts";
import { panel, staleNote } from "./parts.ts";
import { lookedMarket, marketId } from "./state.ts";
import { call, listIn } from "./venue.ts";

/** How often the past is asked for. */
const ASK_MS = 4_000;

const PERIODS = { 1: "1 s", 15: "15 s", 60: "1 min", 300: "5 min", 3600: "1 h" };
type Period = 1 | 15 | 60 | 300 | 3600;

/** Seconds of a candle; 0 for the mid as a line. */
const chosen = signal<Period | 0>(0);
const isStale = signal(false);

interface ChartPoint {
  time: UTCTimestamp;
}

interface Drawn {
  chart: IChartApi;
  draw(points: ChartPoint[]): void;
}

/** A picture of the past, and its last figure in words. */
export function Chart(): ComponentChild {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => drawInto(place.current!), []);
  const market = lookedMarket.value;
  const options = [[0, "mid"], ...Object.entries(PERIODS)] as [string, string][];
  const choice = h(
    "select",
    {
      "aria-label": "What the chart shows",
      value: String(chosen.value),
      onChange: (event: { currentTarget: HTMLSelectElement }) => {
        chosen.value = Number(event.currentTarget.value) as Period | 0;
      },
    },
    options.map(([value, text]) => h("option", { value }, text)),
  );
  const label = `Chart of prices; the mark is ${figure(market?.mark_price)}`;
  return panel(
    "Chart",
    { name: "chart", aside: h("span", { class: "row" }, staleNote(isStale.value), choice) },
    h("div", { class: "canvas", ref: place, role: "img", "aria-label": label }),
    h(
      "small",
      { class: "quiet" },
      "Chart by ",
      h("a", { href: "https://www.tradingview.com/", rel: "noreferrer" }, "TradingView"),
    ),
  );
}

function drawInto(element: HTMLElement): () => void {
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const chart = createChart(element, { autoSize: true, layout: { attributionLogo: false } });
  chart.timeScale().applyOptions({ timeVisible: true, secondsVisible: true, borderVisible: false });
  const painted = signal(0);
  const paint = () => painted.value++;
  // All of it, until somebody looks closer.
  let isWhole = true;
  const lookCloser = () => {
    isWhole = false;
  };
  element.addEventListener("wheel", lookCloser, { passive: true });
  element.addEventListener("pointerdown", lookCloser);
  scheme.addEventListener("change", paint);
  let drawn: Drawn | null = null;
  let asked = 0;
  const ask = async () => {
    const mine = ++asked;
    const [id, period] = [marketId.peek(), chosen.peek()];
    if (id === null || drawn === null) return;
    const into = drawn;
    try {
      const points = await pointsOf(id, period);
      if (mine !== asked) return;
      into.draw(points);
      if (isWhole) chart.timeScale().fitContent();
      isStale.value = false;
    } catch {
      isStale.value = true;
    }
  };
  const end = effect(() => {
    void marketId.value;
    void painted.value;
    isWhole = true;
    chart.applyOptions(colours());
    const isMid = chosen.value === 0;
    for (const pane of chart.panes()) for (const one of pane.getSeries()) chart.removeSeries(one);
    const series = isMid
      ? chart.addSeries(LineSeries, { color: colour("--accent"), lineWidth: 2, priceFormat })
      : chart.addSeries(CandlestickSeries, candleColours());
    drawn = { chart, draw: (points) => series.setData(points as never) };
    void ask();
  });
  const timer = setInterval(() => void ask(), ASK_MS);
  return () => {
    clearInterval(timer);
    end();
    asked++; // what is still to come is not drawn
    scheme.removeEventListener("change", paint);
    chart.remove();
  };
}

async function pointsOf(market_id: string, period: Period | 0): Promise<ChartPoint[]> {
  const params = { market_id };
  if (period === 0) {
    const answer = await call("GET /markets/{market_id}/mid-history", {
      params,
      query: { limit: 900 },
    });
    const points = listIn<Records["MidPoint"]>(answer, "points").map(({ ts_ms, mid }) => ({
      time: seconds(ts_ms),
      value: mid,
    }));
    return inOrder(points);
  }
  const query = { period_seconds: period, limit: 300 };
  const answer = await call("GET /markets/{market_id}/candles", { params, query });
  const candles = listIn<Records["Candle"]>(answer, "candles").map(
    ({ start_ts_ms, open, high, low, close }) => ({
      time: seconds(start_ts_ms),
      open,
      high,
      low,
      close,
    }),
  );
  return inOrder(candles);
}

const seconds = (ms: number): UTCTimestamp => Math.floor(ms / 1000) as UTCTimestamp;

/** The chart takes finite numbers at times that grow. */
function inOrder<T extends ChartPoint>(points: T[]): T[] {
  const good = points.filter((point) => Object.values(point).every(Number.isFinite));
  good.sort((one, other) => one.time - other.time);
  return good.filter(({ time }, at) => time !== good[at + 1]?.time);
}

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const colours = () => ({
  layout: {
    background: { type: ColorType.Solid as const, color: colour("--panel") },
    textColor: colour("--quiet"),
    fontFamily: "inherit",
  },
  grid: { vertLines: { color: colour("--line") }, horzLines: { color: colour("--line") } },
  rightPriceScale: { borderVisible: false },
});

/** As everywhere on the page. */
const priceFormat = { type: "custom" as const, formatter: figure, minMove: 0.5 };

/** Full where the price fell, hollow where it rose: readable without colour. */
const candleColours = () => ({
  priceFormat,
  upColor: colour("--panel"),
  downColor: colour("--ask"),
  borderUpColor: colour("--bid"),
  borderDownColor: colour("--ask"),
  wickUpColor: colour("--bid"),
  wickDownColor: colour("--ask"),
});
