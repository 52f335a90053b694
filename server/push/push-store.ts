/** The SQL of web push: the server's key, devices, switches. */
import type { PushSwitches } from '#contract/push.ts'
import type { Queryable } from '#server/platform/db/database.ts'

export interface KeyRow {
  public_key: string
  private_key: Buffer
}
export async function selectKey(db: Queryable): Promise<KeyRow | undefined> {
  const [row] = await db.query<KeyRow>('select public_key, private_key from push_keys')
  return row
}
/** The first one stays: another server may make one at the same moment. */
export async function insertKey(db: Queryable, key: KeyRow, atMs: number): Promise<void> {
  await db.query(
    `insert into push_keys (public_key, private_key, created_at) values ($1, $2, $3)
      on conflict do nothing`,
    [key.public_key, key.private_key, atMs],
  )
}

export interface DeviceRow {
  id: bigint
  user_id: bigint
  session_id: bigint
  endpoint: string
  p256dh: string
  auth: string
  language: string
  created_at: number
  user_agent: string
}
/** A session that ended, in whatever way, takes its devices along. */
const LIVE = `select d.id, d.user_id, d.session_id, d.endpoint, d.p256dh, d.auth, d.language,
    d.created_at::float8 as created_at, s.user_agent
  from push_devices d join sessions s on s.id = d.session_id
  where s.revoked_at is null and s.expires_at > to_timestamp($1::float8 / 1000)`

export const selectDevices = (db: Queryable, userId: bigint, atMs: number): Promise<DeviceRow[]> =>
  db.query<DeviceRow>(`${LIVE} and d.user_id = $2 order by d.id desc`, [atMs, userId])

/** Users that have a device at all. */
export async function selectReachable(db: Queryable, atMs: number): Promise<bigint[]> {
  const rows = await db.query<{ user_id: bigint }>(`select distinct user_id from (${LIVE}) live`, [
    atMs,
  ])
  return rows.map((row) => row.user_id)
}

export interface NewDevice {
  userId: bigint
  sessionId: bigint
  endpoint: string
  keys: { p256dh: string; auth: string }
  language: string
  atMs: number
  most: number
}
/** Whoever holds a subscription's address took it from the browser that it belongs to now. */
export async function upsertDevice(tx: Queryable, it: NewDevice): Promise<bigint> {
  const { endpoint, keys } = it
  const [row] = await tx.query<{ id: bigint }>(
    `insert into push_devices (user_id, session_id, endpoint, p256dh, auth, language, created_at)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (endpoint) do update set user_id = excluded.user_id,
        session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
        language = excluded.language
      returning id`,
    [it.userId, it.sessionId, endpoint, keys.p256dh, keys.auth, it.language, it.atMs],
  )
  if (row === undefined) throw new Error('a device was kept without a row')
  await tx.query(
    `delete from push_devices where user_id = $1 and id not in (
      select id from push_devices where user_id = $1 order by (id = $3) desc, id desc limit $2)`,
    [it.userId, it.most, row.id],
  )
  return row.id
}

/** False: the user has no such device. */
export async function deleteDevice(db: Queryable, userId: bigint, id: bigint): Promise<boolean> {
  const rows = await db.query(
    'delete from push_devices where user_id = $1 and id = $2 returning id',
    [userId, id],
  )
  return rows.length > 0
}

export async function deleteEndpoint(db: Queryable, endpoint: string): Promise<void> {
  await db.query('delete from push_devices where endpoint = $1', [endpoint])
}

/** Undefined: never set. */
export async function selectSwitches(
  db: Queryable,
  userId: bigint,
): Promise<PushSwitches | undefined> {
  const [row] = await db.query<PushSwitches>(
    'select settled, reviews, alerts, announcements from push_switches where user_id = $1',
    [userId],
  )
  return row
}

export async function upsertSwitches(
  db: Queryable,
  userId: bigint,
  it: PushSwitches,
): Promise<void> {
  await db.query(
    `insert into push_switches values ($1, $2, $3, $4, $5)
      on conflict (user_id) do update set settled = excluded.settled, reviews = excluded.reviews,
        alerts = excluded.alerts, announcements = excluded.announcements`,
    [userId, it.settled, it.reviews, it.alerts, it.announcements],
  )
}
