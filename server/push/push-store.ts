/** The SQL of web push: the server's key, devices and switches. */
import type { PushSwitches } from '#contract/push.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** The server's key pair. */
export interface KeyRow {
  public_key: string
  private_key: Buffer
}
/** Reads the key pair. */
export async function selectKey(db: Queryable): Promise<KeyRow | undefined> {
  const [row] = await db.query<KeyRow>('select public_key, private_key from push_keys')
  return row
}
/** Inserts a key pair unless one exists, because another server may create one at the same time. */
export async function insertKey(db: Queryable, key: KeyRow, atMs: number): Promise<void> {
  await db.query(
    `insert into push_keys (public_key, private_key, created_at) values ($1, $2, $3)
      on conflict do nothing`,
    [key.public_key, key.private_key, atMs],
  )
}

/** A device with its subscription. */
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
/** Devices of an ended session are not live. */
const LIVE = `select d.id, d.user_id, d.session_id, d.endpoint, d.p256dh, d.auth, d.language,
    d.created_at::float8 as created_at, s.user_agent
  from push_devices d join sessions s on s.id = d.session_id
  where s.revoked_at is null and s.expires_at > to_timestamp($1::float8 / 1000)`

/** Reads a user's live devices. */
export const selectDevices = (db: Queryable, userId: bigint, atMs: number): Promise<DeviceRow[]> =>
  db.query<DeviceRow>(`${LIVE} and d.user_id = $2 order by d.id desc`, [atMs, userId])

/** Users who have a live device. */
export async function selectReachable(db: Queryable, atMs: number): Promise<bigint[]> {
  const rows = await db.query<{ user_id: bigint }>(`select distinct user_id from (${LIVE}) live`, [
    atMs,
  ])
  return rows.map((row) => row.user_id)
}

/** A device to insert. */
export interface NewDevice {
  userId: bigint
  sessionId: bigint
  endpoint: string
  keys: { p256dh: string; auth: string }
  language: string
  atMs: number
  most: number
}
/** Inserts a device. A subscription that belonged to another user moves to the one who uses the browser now. */
export async function upsertDevice(tx: Queryable, device: NewDevice): Promise<bigint> {
  const { endpoint, keys } = device
  const [row] = await tx.query<{ id: bigint }>(
    `insert into push_devices (user_id, session_id, endpoint, p256dh, auth, language, created_at)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (endpoint) do update set user_id = excluded.user_id,
        session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
        language = excluded.language
      returning id`,
    [
      device.userId,
      device.sessionId,
      endpoint,
      keys.p256dh,
      keys.auth,
      device.language,
      device.atMs,
    ],
  )
  if (row === undefined) throw new Error('a device was kept without a row')
  await tx.query(
    `delete from push_devices where user_id = $1 and id not in (
      select id from push_devices where user_id = $1 order by (id = $3) desc, id desc limit $2)`,
    [device.userId, device.most, row.id],
  )
  return row.id
}

/** Deletes a device. False if the user has no such device. */
export async function deleteDevice(db: Queryable, userId: bigint, id: bigint): Promise<boolean> {
  const rows = await db.query(
    'delete from push_devices where user_id = $1 and id = $2 returning id',
    [userId, id],
  )
  return rows.length > 0
}

/** Deletes the device with this subscription. */
export async function deleteEndpoint(db: Queryable, endpoint: string): Promise<void> {
  await db.query('delete from push_devices where endpoint = $1', [endpoint])
}

/** Reads a user's switches. Undefined if they were never set. */
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

/** Stores a user's switches. */
export async function upsertSwitches(
  db: Queryable,
  userId: bigint,
  switches: PushSwitches,
): Promise<void> {
  await db.query(
    `insert into push_switches values ($1, $2, $3, $4, $5)
      on conflict (user_id) do update set settled = excluded.settled, reviews = excluded.reviews,
        alerts = excluded.alerts, announcements = excluded.announcements`,
    [userId, switches.settled, switches.reviews, switches.alerts, switches.announcements],
  )
}
