/** Questions that an analyst asks of history, in SQL that both databases understand. */

/** Shape: `sql` is one statement, without the semicolon. */
export interface Example {
  asks: string;
  sql: string;
}

/** A moment of each hour: times are epoch ms. */
const HOUR = "at_ms / 3600000 * 3600000";

export const EXAMPLES: readonly Example[] = [
  {
    asks: "The last fills of an agent",
    sql: `select at_ms, market_id, side, liquidity, price, qty
from fills
where agent_id = '00000000-0000-0000-0000-000000000000'
order by trade_seq desc
limit 20`,
  },
  {
    asks: "Volume per market and hour, in contracts and in cents",
    sql: `select market_id, ${HOUR} as hour_ms, count(*) as trades, sum(qty) as contracts,
  sum(notional_millicents) / 1000 as cents
from trades
group by market_id, ${HOUR}
order by hour_ms, market_id`,
  },
  {
    asks: "What share of each agent's ended orders was filled, and at what price on average",
    sql: `select agent_id, count(*) as orders, 100 * sum(filled_qty) / sum(qty) as filled_percent,
  sum(filled_notional) / nullif(sum(filled_qty), 0) as average_price
from orders
group by agent_id
order by orders desc`,
  },
  {
    asks: "The busiest minutes of a day",
    sql: `select market_id, start_ms, volume, high - low as price_range
from candles
where period_s = 60
order by volume desc
limit 10`,
  },
  {
    asks: "How long an order took from its placement to its end, by its status",
    sql: `select status, count(*) as orders, avg(updated_at_ms - created_at_ms) as ms
from orders
group by status
order by status`,
  },
  {
    asks: "The mid of a market at a moment (epoch seconds)",
    sql: `select mid
from mids
where market_id = '00000000-0000-0000-0000-000000000000' and from_s <= 1767571260
order by from_s desc
limit 1`,
  },
];
