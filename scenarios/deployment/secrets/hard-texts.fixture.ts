/** Texts that are hard to search for secrets, of any length. */

const CANDLE = [1_700_000_000, 65_000.12, 65_100.5, 64_900.25, 65_050.75, 12];
const ORDER = { order_id: "0c38cdf4-f671-4ab7-a7fb-51f4855a6b80", side: "BUY", price: 55, qty: 10 };
const ESCAPED = JSON.stringify(JSON.stringify({ name: 'caf\u00e9 "of" orders', ids: [1, 2, 3] }));

/** Shape: by what is hard about it; units of the parameter: bytes, about. */
export const HARD_TEXTS: Record<string, (bytes: number) => string> = {
  "letters and a percent sign": (bytes) => `${"x".repeat(bytes)}%41`,
  "candles and a percent sign": (bytes) => `50%25 ${filled(`${JSON.stringify(CANDLE)},`, bytes)}`,
  "records of orders": (bytes) => `[${filled(`${JSON.stringify(ORDER)},`, bytes)}`,
  "JSON in a JSON text": (bytes) => `[${filled(`${ESCAPED},`, bytes)}`,
  backslashes: (bytes) => filled("\\", bytes),
  "names without values": (bytes) => filled('"secret":[', bytes),
  "quotes that never close": (bytes) => filled('"password":"', bytes),
};

const filled = (text: string, bytes: number): string => text.repeat(bytes / text.length);
