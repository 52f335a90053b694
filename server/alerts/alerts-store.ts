/** The SQL of price alerts: setting, cancelling, ending by a tick, and the checkpoints of evaluation. */
import type { AlertDirection } from '#contract/alerts.ts'
import { ALERT_COLUMNS, type AlertRow } from '#server/alerts/alert-row.ts'
import { selectOutboxHead } from '#server/ledger/outbox-store.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'

const FROM = 'price_alerts a join products p on p.id = a.product_id'

/** An alert to insert. */
export interface NewAlert {
  userId: bigint
  productId: number
  direction: AlertDirection
  price: number
  atMs: number
  afterSeq: number
  most: number
}

function one(rows: AlertRow[]): AlertRow {
  const [row] = rows
  if (row === undefined) throw new Error('an alert moved without a row')
  return row
}

/** Inserts an alert. The caller holds the user's mutex. Throws FT409 at the limit of waiting alerts. */
export async function insertAlert(tx: Queryable, alert: NewAlert): Promise<AlertRow> {
  const row = {
    user_id: alert.userId.toString(),
    product_id: alert.productId,
    direction: alert.direction,
    price: alert.price,
    created_at: alert.atMs,
    after_seq: alert.afterSeq,
  }
  const sql = `select ${ALERT_COLUMNS} from set_alert($1, $2) a
    join products p on p.id = a.product_id`
  return one(await tx.query<AlertRow>(sql, [JSON.stringify(row), alert.most]))
}

/** Finds an identical alert that is waiting. */
export async function selectSame(tx: Queryable, alert: NewAlert): Promise<AlertRow | undefined> {
  const [row] = await tx.query<AlertRow>(
    `select ${ALERT_COLUMNS} from ${FROM} where a.user_id = $1 and a.product_id = $2
      and a.direction = $3 and a.price = $4 and a.status = 'active'`,
    [alert.userId, alert.productId, alert.direction, alert.price],
  )
  return row
}

/** Cancels an alert. The caller holds the user's mutex. Throws FT409 if it has ended. */
export async function cancelRow(tx: Queryable, id: bigint, atMs: number): Promise<AlertRow> {
  const sql = `select ${ALERT_COLUMNS} from cancel_alert($1, $2) a
    join products p on p.id = a.product_id`
  return one(await tx.query<AlertRow>(sql, [id, atMs]))
}

/** The user who owns an alert. */
export async function alertOwner(db: Queryable, id: bigint): Promise<bigint | undefined> {
  const sql = 'select user_id from price_alerts where id = $1'
  const [row] = await db.query<{ user_id: bigint }>(sql, [id])
  return row?.user_id
}

/** Reads a page of a user's alerts. */
export function selectPage(
  db: Queryable,
  userId: bigint,
  page: { before: bigint; limit: number },
): Promise<AlertRow[]> {
  return db.query<AlertRow>(
    `select ${ALERT_COLUMNS} from ${FROM} where a.user_id = $1 and a.id < $2
      order by a.id desc limit $3`,
    [userId, page.before, page.limit],
  )
}

/** All waiting alerts and the newest ended ones, with the outbox number that includes them. */
export function selectSnapshot(
  db: Database,
  userId: bigint,
  endedMost: number,
): Promise<{ seq: bigint; rows: AlertRow[] }> {
  return db.snapshot(async (tx) => ({
    seq: await selectOutboxHead(tx, userId, 'alerts'),
    rows: await tx.query<AlertRow>(
      `select ${ALERT_COLUMNS} from ${FROM} where a.id in (
          select id from price_alerts where user_id = $1 and status = 'active'
          union all (select id from price_alerts where user_id = $1 and status <> 'active'
            order by id desc limit $2))
        order by a.id desc`,
      [userId, endedMost],
    ),
  }))
}

export const selectWaiting = (db: Queryable): Promise<AlertRow[]> =>
  db.query<AlertRow>(
    `select ${ALERT_COLUMNS} from ${FROM} where a.status = 'active' order by a.product_id, a.id`,
  )

/** Reads the checkpoint of each product: all ticks up to it are evaluated and their hits written. */
export async function selectMarks(db: Queryable): Promise<Map<number, number>> {
  const rows = await db.query<{ product_id: number; seq: number }>(
    'select product_id, judged_seq::float8 as seq from alert_marks',
  )
  return new Map(rows.map((row) => [row.product_id, row.seq]))
}

/** Stores checkpoints. */
export async function saveMarks(db: Queryable, marks: ReadonlyMap<number, number>): Promise<void> {
  await db.query(
    `insert into alert_marks select * from unnest($1::smallint[], $2::bigint[])
      on conflict (product_id) do update set judged_seq = excluded.judged_seq
        where alert_marks.judged_seq < excluded.judged_seq`,
    [[...marks.keys()], [...marks.values()]],
  )
}

/** An element of the parameter of `hit_alerts`. */
export interface HitRow {
  id: string
  seq: number
  at: number
  price: number
  ended_at: number
  event: string
  message: Record<string, string>
}

/** Writes hits in one transaction. Alerts that have ended meanwhile are skipped. */
export async function writeHits(db: Queryable, hits: readonly HitRow[]): Promise<OutboxEvent[]> {
  const rows = await db.query<Omit<OutboxEvent, 'userId'> & { user_id: bigint }>(
    'select * from hit_alerts($1)',
    [JSON.stringify(hits)],
  )
  return rows.map(({ user_id, ...rest }) => ({ userId: user_id, ...rest }))
}
