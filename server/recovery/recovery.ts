/** Recovery for an asker without a session: asking, the two pictures, following, opening and completing it. */
import { randomBytes } from 'node:crypto'
import {
  type FollowedRecovery,
  RECOVERY_HOLD_MS,
  RECOVERY_PICTURES_MS,
  type RecoveryLost,
  type RecoveryPicture,
} from '#contract/recovery.ts'
import { PHOTO_MAX_PIXELS } from '#contract/verification.ts'
import type { Ticket } from '#server/identity/credential-store.ts'
import type { Credentials } from '#server/identity/credentials.ts'
import { userById } from '#server/identity/identity-store.ts'
import { isCommonPassword } from '#server/identity/password-rules.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { found, Rejected } from '#server/platform/errors.ts'
import { secretHash } from '#server/platform/http/cookies.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { Vault } from '#server/platform/vault.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { evenly } from '#server/recovery/evenly.ts'
import { labelOf } from '#server/recovery/pictures.ts'
import * as store from '#server/recovery/recovery-store.ts'
import { followedOf, type RecoveryRow } from '#server/recovery/rows.ts'
import { createDecodeQueue } from '#server/verification/decode-queue.ts'
import { pictureOf, pixelsOf } from '#server/verification/photo-picture.ts'

export interface RecoveryParts extends ChangeParts {
  clock: MarketClock
  vault: Vault
  deskChanges: DeskChanges
  passwords: Pick<Credentials, 'recover'>
  sessions: Pick<SessionKeeper, 'forget'>
  /** Multiplies the limits per network (RATE_FACTOR). */
  rateFactor: number
}

/** Requests of one network per day. */
const DAILY = 10
/** Maximum bytes of all pictures of recoveries. */
const SPACE_BYTES = 1_000_000_000
/** Strangers wait for each other, and never for the photos of users. */
const DECODING = { atOnce: 1, pixels: PHOTO_MAX_PIXELS, waiting: 4, longestMs: 10_000 }
/** Longer than the work takes, with a database that is not overloaded. */
const ASKING_MS = 250

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_LENGTH = 24
const UPLOAD_BYTES = 16

function newCode(): string {
  // 256 is a multiple of 32, so all digits are equally likely.
  const digits = Array.from(randomBytes(CODE_LENGTH), (byte) => DIGITS[byte % DIGITS.length])
  return digits.join('').replace(/.{4}(?=.)/g, '$&-')
}

/** A request without a session. */
interface Asked {
  account: string
  lost: RecoveryLost
  address: string
}

/** Recovery for askers. All throw `Rejected`. */
export interface Recovery {
  ask(asked: Asked): Promise<{ code: string; upload: string; recovery: FollowedRecovery }>
  addPicture(added: {
    upload: string
    picture: RecoveryPicture
    bytes: Buffer
  }): Promise<FollowedRecovery>
  follow(code: string): Promise<FollowedRecovery>
  open(code: string): Promise<FollowedRecovery>
  complete(done: { code: string; newPassword: string | null }): Promise<void>
}

const KIND_OF = {
  login_password: 'login',
  trading_password: 'trading',
  second_factor: null,
} as const

const shownOf = async ({ db, clock }: RecoveryParts, row: RecoveryRow): Promise<FollowedRecovery> =>
  followedOf(row, await store.selectStored(db, row.id), clock.now())

async function ask(
  { db, clock, vault, rateFactor }: RecoveryParts,
  { account, lost, address }: Asked,
): ReturnType<Recovery['ask']> {
  const code = newCode()
  const upload = randomBytes(UPLOAD_BYTES).toString('base64url')
  const row = await store.askRecovery(db, {
    account,
    lost,
    codeHash: secretHash(code),
    uploadHash: secretHash(upload),
    network: vault.digest(`recovery network ${address}`),
    daily: DAILY * rateFactor,
    atMs: clock.now(),
  })
  const none = { document: false, face: false }
  return { code, upload, recovery: followedOf(row, none, clock.now()) }
}

/** The pictures of every request are decoded and stored, so that replies take the same time. */
function pictureKeeper(parts: RecoveryParts): Recovery['addPicture'] {
  const { db, clock, vault, deskChanges } = parts
  const decoding = createDecodeQueue(DECODING)
  return async ({ upload, picture, bytes }) => {
    const sinceMs = clock.now() - RECOVERY_PICTURES_MS
    const id = await store.selectAwaited(db, secretHash(upload), sinceMs)
    if (id === undefined) throw new Rejected('recovery_unknown')
    const { webp } = await decoding(pixelsOf(bytes), () => pictureOf(bytes))
    const sealed = vault.sealApart(Buffer.concat([labelOf(id, picture), webp]))
    const added = { upload, picture, bytes: webp.length, space: SPACE_BYTES, ...sealed }
    const row = await store.storePicture(db, { ...added, atMs: clock.now() })
    if (row.status !== 'pictures') deskChanges.changed()
    return shownOf(parts, row)
  }
}

/** The ticket for the new password. Null for a second factor, which is only removed. */
async function ticketFor(
  { db, passwords }: RecoveryParts,
  { lost, userId }: { lost: RecoveryLost; userId: bigint },
  newPassword: string | null,
): Promise<Ticket | null> {
  const kind = KIND_OF[lost]
  if ((kind === null) !== (newPassword === null)) {
    throw new Rejected('validation_failed', {}, [{ path: 'newPassword', code: 'empty' }])
  }
  if (kind === null || newPassword === null) return null
  const user = found(await userById(db, userId))
  if (isCommonPassword(newPassword, user.account)) throw new Rejected('password_too_common')
  const ticket = await passwords.recover({ userId, kind, newPassword })
  if (ticket === null) throw new Rejected('passwords_equal')
  return ticket
}

async function complete(
  parts: RecoveryParts,
  { code, newPassword }: { code: string; newPassword: string | null },
): Promise<void> {
  const { db, clock, sessions } = parts
  const row = await store.selectByCode(db, secretHash(code))
  if (row === undefined) throw new Rejected('recovery_unknown')
  const { lost, user_id: userId } = row
  // Before a password is hashed. The database decides.
  if (row.status !== 'opened' || userId === null) throw new Rejected('recovery_not_ready')
  const ticket = await ticketFor(parts, { lost, userId }, newPassword)
  const ended = await changeUser(parts, userId, async (tx) => {
    const atMs = clock.now()
    const value = await store.completeRecovery(tx, { code, ticket, atMs })
    const params = { lost, until: String(atMs + RECOVERY_HOLD_MS) }
    const message = { userId, kind: 'recovery_done', params, sentAt: atMs } as const
    return { value, events: [await sendMessage(tx, message), await profileChanged(tx, userId)] }
  })
  sessions.forget(ended)
}

/** Creates the functions of recovery. */
export function createRecovery(parts: RecoveryParts): Recovery {
  const { db, clock } = parts
  return {
    ask: (asked) => evenly(ASKING_MS, () => ask(parts, asked)),
    addPicture: pictureKeeper(parts),
    follow: async (code) => {
      const row = await store.selectByCode(db, secretHash(code))
      if (row === undefined) throw new Rejected('recovery_unknown')
      return followedOf(row, row, clock.now())
    },
    open: async (code) => shownOf(parts, await store.openRecovery(db, code, clock.now())),
    complete: (done) => complete(parts, done),
  }
}
