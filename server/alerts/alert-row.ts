/** A price alert as a table row, as the API shows it, and as it is evaluated. */
import { type PriceAlert, priceAlert } from '#contract/alerts.ts'

export interface AlertRow {
  id: bigint
  user_id: bigint
  product_id: number
  symbol: string
  direction: string
  price: number
  created_at: number
  after_seq: number
  status: string
  hit_seq: number | null
  hit_at: number | null
  hit_price: number | null
  ended_at: number | null
}
/** The columns of `price_alerts a` with its product `p`. Those read as float8 are integers below 2^53. */
export const ALERT_COLUMNS = `a.id, a.user_id, a.product_id, p.symbol, a.direction,
  a.price::float8 as price, a.created_at::float8 as created_at, a.after_seq::float8 as after_seq,
  a.status, a.hit_seq::float8 as hit_seq, a.hit_at::float8 as hit_at,
  a.hit_price::float8 as hit_price, a.ended_at::float8 as ended_at`

/** Throws when the row does not match the contract's alert. */
export const alertOfRow = (row: AlertRow): PriceAlert =>
  priceAlert.parse({
    id: row.id.toString(),
    symbol: row.symbol,
    direction: row.direction,
    price: row.price,
    status: row.status,
    createdAt: row.created_at,
    hit: row.hit_seq === null ? null : { seq: row.hit_seq, at: row.hit_at, price: row.hit_price },
    endedAt: row.ended_at,
  })

/** A waiting alert with what its evaluation needs. */
export interface WaitingAlert {
  alert: PriceAlert
  productId: number
  /** Only ticks after this one count. */
  afterSeq: number
}
export const waitingOfRow = (row: AlertRow): WaitingAlert => ({
  alert: alertOfRow(row),
  productId: row.product_id,
  afterSeq: row.after_seq,
})
