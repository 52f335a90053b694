/** Turns a stored notice into a mail in the user's language, and sends it. */
import { language as languageTag } from '#contract/language.ts'
import { mailCodeOf } from '#server/outlet/mail-address.ts'
import { createMailSender } from '#server/outlet/mail-sender.ts'
import { mailKind, readMailTexts, writeMail } from '#server/outlet/mail-texts.ts'
import { type AddressRow, type OutletMessage, selectAddress } from '#server/outlet/outlet-store.ts'
import type { Sent } from '#server/outlet/outlet-worker.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Vault } from '#server/platform/vault.ts'

export interface MailOutletParts {
  db: Database
  clock: Pick<MarketClock, 'now'>
  vault: Vault
  smtpUrl: string
  mailFrom: string
  /** The app's name as it is now. */
  brand(): string
  /** The origin of the app, which each mail names. */
  address: string
}

/** Whether there is nothing to send any more. An address that has ended is still told of its end. */
function isPointless(row: AddressRow, kind: string, nowMs: number): boolean {
  if (kind === 'changed') return false
  if (row.ended_at !== null || row.unusable_at !== null) return true
  return kind === 'confirm' && (row.confirmed_at !== null || Number(row.expires_at) <= nowMs)
}

/** Creates what sends mail. */
export async function createMailOutlet(parts: MailOutletParts) {
  const { db, clock, vault, address } = parts
  const texts = await readMailTexts()
  const sender = await createMailSender(parts.smtpUrl, parts.mailFrom)
  return {
    send: async (message: OutletMessage, signal: AbortSignal): Promise<Sent> => {
      if (message.address_id === null) return { kind: 'lapsed' }
      const row = await selectAddress(db, message.address_id)
      const kind = mailKind.parse(message.kind)
      if (row.sealed === null || isPointless(row, kind, clock.now())) return { kind: 'lapsed' }
      const to = await vault.open(db, row.key_id, row.sealed)
      const language = languageTag.parse(row.language)
      const words = texts.get(language)
      if (to === null || words === undefined) return { kind: 'lapsed' }
      const code = kind === 'confirm' ? mailCodeOf(vault, row.nonce) : null
      const { event_id: eventId, created_at: at } = message
      const brand = parts.brand()
      const text = writeMail(words, kind, { brand, address, code })
      const mail = { ...text, fromName: brand, language, eventId }
      return sender.send({ ...mail, to: to.toString(), atMs: Number(at) }, signal)
    },
    close: () => sender.close(),
  }
}
