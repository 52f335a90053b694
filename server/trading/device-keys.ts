/** The keys with which devices sign orders: registered in a public chain, and looked up for each signed order. */
import { DAY_MS } from '#contract/time.ts'
import { createPublicKey, type KeyObject } from 'node:crypto'
import type { z } from 'zod'
import { DEVICE_KEYS_PER_DAY, deviceKey } from '#contract/device-keys.ts'
import { appendRecord } from '#server/market/chain-store.ts'
import { sha256 } from '#server/market/product-log.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/session-reader.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import { isSignedBy } from '#server/trading/device-signature.ts'

/** A registered key as its owner sees it. */
export type DeviceKey = z.output<typeof deviceKey>

/** A key that may sign orders of its user. */
interface KnownKey {
  userId: bigint
  key: KeyObject
}

const LISTED = 100
/** Keys in memory; the oldest is forgotten first and read again when it signs. */
const KNOWN_MAX = 20_000

/** The id of a key: the first 16 hex digits of the SHA-256 of its base64 text. */
const keyIdOf = (publicKey: string): string => sha256(publicKey).slice(0, 16)

/** How each begins: the SPKI of P-256 with a point that is not compressed. OpenSSL takes other spellings of a point. */
const P256_SPKI = 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE'

/** A P-256 key from its SPKI in base64. Throws `device_key_refused` for any other, or one that is not canonical. */
function keyOf(publicKey: string): KeyObject {
  try {
    const der = Buffer.from(publicKey, 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const isOneSpelling = publicKey.startsWith(P256_SPKI)
    if (isOneSpelling && key.export({ format: 'der', type: 'spki' }).equals(der)) return key
  } catch {
    // Not a key.
  }
  throw new Rejected('device_key_refused')
}

interface Row {
  key_id: string
  public_key: string
  user_id: bigint
  seq: number
  registered_at: number
  handle: string | null
}
const COLUMNS = `k.key_id, k.public_key, k.user_id, k.seq::float8 as seq,
  k.registered_at::float8 as registered_at, s.handle`
const TABLES = 'device_keys k left join sessions s on s.id = k.session_id'

const shown = (row: Row, { handle }: Session): DeviceKey =>
  deviceKey.parse({
    keyId: row.key_id,
    publicKey: row.public_key,
    registeredAt: row.registered_at,
    seq: row.seq,
    session: row.handle,
    current: row.handle === handle,
  })

export interface KeyParts extends ChangeParts {
  /** Reads the keys of signed orders. */
  orders: Queryable
  clock: Pick<MarketClock, 'now'>
}

export class DeviceKeys {
  readonly #parts: KeyParts
  readonly #known = new Map<string, KnownKey>()

  constructor(parts: KeyParts) {
    this.#parts = parts
  }

  /** Registers a key in the public chain. Registering it again changes nothing. */
  async register(session: Session, publicKey: string): Promise<DeviceKey> {
    keyOf(publicKey)
    const keyId = keyIdOf(publicKey)
    const { userId, sessionId } = session
    return changeUser(this.#parts, userId, async (tx) => {
      const find = () =>
        tx.query<Row>(`select ${COLUMNS} from ${TABLES} where key_id = $1`, [keyId])
      const [before] = await find()
      if (before !== undefined && before.user_id !== userId)
        throw new Rejected('device_key_refused')
      if (before !== undefined) return { value: shown(before, session), events: [] }
      const now = this.#parts.clock.now()
      const [today] = await tx.query<{ n: number }>(
        'select count(*)::int as n from device_keys where user_id = $1 and registered_at > $2',
        [userId, now - DAY_MS],
      )
      if ((today?.n ?? 0) >= DEVICE_KEYS_PER_DAY) {
        throw new Rejected('too_many_device_keys', { limit: DEVICE_KEYS_PER_DAY })
      }
      // The chain is locked last and briefly: it is one for all users.
      const record = await appendRecord(tx, 'devices', {
        timeMs: now,
        text: `key ${keyId} ${publicKey}`,
      })
      await tx.query('insert into device_keys values ($1, $2, $3, $4, $5, $6)', [
        keyId,
        userId,
        sessionId,
        publicKey,
        record.seq,
        record.timeMs,
      ])
      const [after] = await find()
      if (after === undefined) throw new Error('the key was not stored')
      return { value: shown(after, session), events: [] }
    })
  }

  /** The keys of the caller's devices, newest first. */
  async list(session: Session): Promise<DeviceKey[]> {
    const rows = await this.#parts.db.query<Row>(
      `select ${COLUMNS} from ${TABLES} where k.user_id = $1 order by k.seq desc limit ${LISTED}`,
      [session.userId],
    )
    return rows.map((row) => shown(row, session))
  }

  /** Verifies a user's signature. Throws `device_unknown` if the key is not theirs, and `signature_wrong`. */
  async verify(
    userId: bigint,
    signed: { keyId: string; text: string; signature: string },
  ): Promise<void> {
    const known = this.#known.get(signed.keyId) ?? (await this.#read(signed.keyId))
    if (known === undefined || known.userId !== userId) throw new Rejected('device_unknown')
    if (!isSignedBy(known.key, signed.text, signed.signature)) {
      throw new Rejected('signature_wrong', { expected: signed.text })
    }
  }

  async #read(keyId: string): Promise<KnownKey | undefined> {
    const [row] = await this.#parts.orders.query<{ user_id: bigint; public_key: string }>(
      'select user_id, public_key from device_keys where key_id = $1',
      [keyId],
    )
    if (row === undefined) return undefined
    const known = { userId: row.user_id, key: keyOf(row.public_key) }
    const [oldest] = this.#known.keys()
    if (this.#known.size >= KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(keyId, known)
    return known
  }
}
