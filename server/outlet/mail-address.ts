/** A user's mail address: asked for, confirmed by a code that was sent to it, and removed. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { MAIL_CODE_DIGITS, type MailState, mailState } from '#contract/mail.ts'
import type { Language } from '#contract/language.ts'
import { maskMail } from '#rules/masking.ts'
import * as store from '#server/outlet/outlet-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { Rejected } from '#server/platform/errors.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import type { Vault } from '#server/platform/vault.ts'

/** What mail addresses need. */
export interface MailAddressParts extends ChangeParts {
  clock: Pick<MarketClock, 'now'>
  vault: Vault
  /** Whether this server sends mail. */
  available: boolean
  /** Called when something is to be sent. */
  wake: () => void
}

/** An address that a user wants to use. */
interface AskedMail {
  userId: bigint
  address: string
  language: Language
  /** The client's network address. */
  network: string
}

/** The mail addresses of users. */
export interface MailAddresses {
  state(userId: bigint): Promise<MailState>
  /** Sends a code. Throws `not_found` without mail, `daily_count_reached`, `rate_limited`. */
  ask(asked: AskedMail): Promise<MailState>
  /** Throws `factor_wrong`. */
  confirm(userId: bigint, code: string): Promise<MailState>
  /** Writes in another language from now on. */
  speak(userId: bigint, language: Language): Promise<MailState>
  remove(userId: bigint): Promise<MailState>
}

const NONCE_BYTES = 16

/**
 * The code of an address. It is stored nowhere: it follows from a random number of the row and the vault's key, so who
 * reads the database does not learn it.
 */
export function mailCodeOf(vault: Pick<Vault, 'digest'>, nonce: Buffer): string {
  const number = vault.digest(`mail-code:${nonce.toString('hex')}`).readBigUInt64BE()
  return (number % 10n ** BigInt(MAIL_CODE_DIGITS)).toString().padStart(MAIL_CODE_DIGITS, '0')
}

async function stateOf(parts: MailAddressParts, userId: bigint): Promise<MailState> {
  const { available, db, clock } = parts
  const rows = available ? await store.selectAddresses(db, userId) : []
  const used = rows.find(({ confirmed_at: at }) => at !== null)
  const asked = rows.find((row) => row.confirmed_at === null)
  const isOpen =
    asked !== undefined && asked.tries_left > 0 && Number(asked.expires_at) > clock.now()
  return mailState.parse({
    available,
    used:
      used === undefined
        ? null
        : {
            address: used.masked,
            confirmedAt: Number(used.confirmed_at),
            unusable: used.unusable_at !== null,
          },
    asked: isOpen
      ? {
          address: asked.masked,
          expiresAt: Number(asked.expires_at),
          triesLeft: asked.tries_left,
        }
      : null,
  })
}

async function ask(parts: MailAddressParts, asked: AskedMail): Promise<void> {
  const { vault, clock } = parts
  const { userId, address, language, network } = asked
  const atMs = clock.now()
  await changeUser(parts, userId, async (tx) => {
    const keyId = await vault.keyFor(tx, { userId, purpose: 'mail', atMs })
    const row = {
      userId,
      keyId,
      sealed: await vault.seal(tx, keyId, Buffer.from(address)),
      masked: maskMail(address),
      digest: vault.digest(`mail:${address.toLowerCase()}`),
      network: vault.digest(`mail-network:${network}`),
      language,
      nonce: randomBytes(NONCE_BYTES),
    }
    await store.askAddress(tx, row, atMs)
    return { value: undefined, events: [] }
  })
}

async function confirm(parts: MailAddressParts, userId: bigint, code: string): Promise<boolean> {
  const { vault, clock } = parts
  return changeUser(parts, userId, async (tx) => {
    const rows = await store.selectAddresses(tx, userId)
    const asked = rows.find(({ confirmed_at: at }) => at === null)
    const isRight =
      asked !== undefined &&
      timingSafeEqual(Buffer.from(mailCodeOf(vault, asked.nonce)), Buffer.from(code))
    const change = { userId, isRight, atMs: clock.now() }
    // A wrong try is counted, so it must not be undone by a refusal.
    return { value: await store.confirmAddress(tx, change), events: [] }
  })
}

/** Creates the functions for users. */
export const createMailAddresses = (parts: MailAddressParts): MailAddresses => ({
  state: (userId) => stateOf(parts, userId),
  ask: async (asked) => {
    if (!parts.available) throw new Rejected('not_found')
    await ask(parts, asked)
    parts.wake()
    return stateOf(parts, asked.userId)
  },
  confirm: async (userId, code) => {
    if (!parts.available) throw new Rejected('not_found')
    if (!(await confirm(parts, userId, code))) throw new Rejected('factor_wrong')
    parts.wake()
    return stateOf(parts, userId)
  },
  speak: async (userId, language) => {
    await store.setLanguage(parts.db, userId, language)
    return stateOf(parts, userId)
  },
  remove: async (userId) => {
    await changeUser(parts, userId, async (tx) => {
      await store.removeAddress(tx, userId, parts.clock.now())
      return { value: undefined, events: [] }
    })
    parts.wake()
    return stateOf(parts, userId)
  },
})
