/** The SQL of notices outside of the app: addresses, channels, and what waits to be sent. */
import type { Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'

/** Where notices are sent to. */
export type Channel = 'mail' | 'webhook'

/** An address of a user. */
export interface AddressRow {
  id: bigint
  key_id: bigint
  sealed: Buffer | null
  masked: string
  language: string
  nonce: Buffer
  tries_left: number
  expires_at: bigint
  confirmed_at: bigint | null
  ended_at: bigint | null
  unusable_at: bigint | null
}
const ADDRESS = `id, key_id, sealed, masked, language, nonce, tries_left, expires_at, confirmed_at, ended_at,
  unusable_at`

/** Reads the addresses of a user that have not ended: one that is used, and one that waits for its code. */
export const selectAddresses = (db: Queryable, userId: bigint): Promise<AddressRow[]> =>
  db.query<AddressRow>(
    `select ${ADDRESS} from mail_addresses where user_id = $1 and ended_at is null order by id`,
    [userId],
  )

export async function selectAddress(db: Queryable, id: bigint): Promise<AddressRow> {
  const [row] = await db.query<AddressRow>(`select ${ADDRESS} from mail_addresses where id = $1`, [
    id,
  ])
  if (row === undefined) throw new Error(`no mail address ${id}`)
  return row
}

export interface NewAddress {
  userId: bigint
  keyId: bigint
  sealed: Buffer
  masked: string
  digest: Buffer
  network: Buffer
  language: string
  nonce: Buffer
}
const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** Stores an address and the message with its code. Throws `daily_count_reached` and `rate_limited`. */
export async function askAddress(tx: Queryable, address: NewAddress, atMs: number): Promise<void> {
  const { userId, keyId, sealed, masked, digest, network, language, nonce } = address
  const row = {
    key_id: keyId.toString(),
    sealed: hex(sealed),
    masked,
    digest: hex(digest),
    network: hex(network),
    language,
    nonce: hex(nonce),
  }
  await translated(tx.query('select ask_mail_address($1, $2, $3)', [userId, row, atMs]))
}

/** Confirms the address that waits, or counts a wrong code. Returns whether it is confirmed. */
export async function confirmAddress(
  tx: Queryable,
  { userId, isRight, atMs }: { userId: bigint; isRight: boolean; atMs: number },
): Promise<boolean> {
  const [row] = await tx.query<{ confirmed: boolean }>(
    'select confirm_mail_address($1, $2, $3) as confirmed',
    [userId, isRight, atMs],
  )
  return row?.confirmed === true
}

/** Ends the addresses of a user. */
export async function removeAddress(tx: Queryable, userId: bigint, atMs: number): Promise<void> {
  await tx.query('select remove_mail_address($1, $2)', [userId, atMs])
}

/** Changes the language of a user's addresses. */
export async function setLanguage(db: Queryable, userId: bigint, language: string): Promise<void> {
  await db.query('select set_mail_language($1, $2)', [userId, language])
}

/** Says which channels there are. */
export async function setChannels(
  db: Queryable,
  on: Readonly<Record<Channel, boolean>>,
  atMs: number,
): Promise<void> {
  await db.query('select set_outlet_channels($1, $2, $3)', [on.mail, on.webhook, atMs])
}

/** A message that is being sent. */
export interface OutletMessage {
  id: bigint
  user_id: bigint
  address_id: bigint | null
  kind: string
  event_id: string
  created_at: bigint
  attempts: number
}

/** Takes messages that are due, so that no other call gets them for `leaseMs`. */
export const claim = (
  db: Queryable,
  { channel, rows, leaseMs }: { channel: Channel; rows: number; leaseMs: number },
  atMs: number,
): Promise<OutletMessage[]> =>
  db.query<OutletMessage>(
    `select id, user_id, address_id, kind, event_id, created_at, attempts
      from claim_outlet($1, $2, $3, $4)`,
    [channel, rows, leaseMs, atMs],
  )

/** How an attempt ended. */
export interface Finish {
  state: 'sent' | 'failed' | 'lapsed' | 'waiting'
  /** When the next attempt is due, if the message still waits. */
  nextMs: number
  /** Whether the attempt counts. */
  counts: boolean
  /** Whether the address refused mail for good. */
  isBounce: boolean
}

/** Stores how an attempt ended. Returns whether the address has become unusable by it. */
export async function finish(
  tx: Queryable,
  { id, attempts }: OutletMessage,
  { state, nextMs, counts, isBounce }: Finish,
  atMs: number,
): Promise<boolean> {
  const [row] = await tx.query<{ unusable: boolean }>(
    'select finish_outlet($1, $2, $3, $4, $5, $6, $7) as unusable',
    [id, attempts, state, nextMs, counts, isBounce, atMs],
  )
  return row?.unusable === true
}

/** Ends what waits for too long or for nothing. Returns how many messages ended, per channel and state. */
export const lapse = (
  db: Queryable,
  max: number,
  atMs: number,
): Promise<{ channel: Channel; state: 'failed' | 'lapsed'; ended: number }[]> =>
  db.query('select channel, state, ended from lapse_outlet($1, $2)', [max, atMs])

/** What waits in a channel. */
export interface WaitingRow {
  channel: Channel
  waiting: number
  /** When the oldest was stored. Null if none waits. */
  oldest: bigint | null
  /** Within the last 24 hours. */
  failed: number
}

/** Counts what waits and what failed. A message fails within four days of its storing. */
export const selectWaiting = (db: Queryable, atMs: number): Promise<WaitingRow[]> =>
  db.query<WaitingRow>(
    `select c.channel, w.waiting, w.oldest, f.failed from outlet_channels c,
      lateral (select count(*)::int as waiting, min(created_at) as oldest from outlet_messages m
        where m.channel = c.channel and m.state = 'waiting') w,
      lateral (select count(*)::int as failed from outlet_messages m where m.channel = c.channel
        and m.state = 'failed' and m.created_at > $1::bigint - 345600000 and m.done_at > $1::bigint - 86400000) f
      where c.is_on order by c.channel`,
    [atMs],
  )
