/** Receipts as an honest server writes them, and small changes that forgeries are made of. */
import { generateKeyPairSync } from 'node:crypto'
import {
  type SettledReceipt,
  SHARED_FORMAT,
  type SharedReceipt,
} from '#contract/settlement-receipt.ts'
import { type SignedText } from '#contract/signed-text.ts'
import { signerOf } from '#server/platform/signer.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { gap, type Planned, rejected, tick } from '#support/records.ts'
import {
  DURATION_MS,
  inclusionOf,
  ordinaryLog,
  settledReceipt,
  T0,
} from '#support/settled-receipt.ts'

/** Records among the others by their time. */
export const put = (log: readonly Planned[], ...more: Planned[]): Planned[] =>
  [...log, ...more].sort((one, another) => one.at - another.at)

/** The log of a won order without what is after one time and up to another, and with more. */
export const without = (from: number, to: number, ...more: Planned[]): Planned[] =>
  put(
    ordinaryLog(100_010).filter(({ at }) => at <= from || at > to),
    ...more,
  )

/** A tenth higher from 20 s after the purchase on: three ticks are rejected, then the new level is taken. */
export function jumpedLog(): Planned[] {
  const from = T0 + 20_000
  const later = ordinaryLog(100_000).filter(({ at }) => at > from)
  return [
    ...ordinaryLog(100_000).filter(({ at }) => at <= from),
    ...later.slice(0, 3).map(({ at }) => rejected(at, 110_000)),
    ...later.slice(3, 4).map(({ at }) => gap(at, 'jump')),
    ...later.slice(3).map(({ at }) => tick(at, 110_000)),
  ]
}

/** Long enough that a head of another moment is among the records. */
export const longLog = (): Planned[] => [
  ...Array.from({ length: 60 }, (_, second) => tick(T0 - 65_000 + second * 1_000, 100_000)),
  ...ordinaryLog(100_010),
]

/** A won order. */
export const honest = (): SettledReceipt => settledReceipt(ordinaryLog(100_010))
/** A kind of forgery: the name, the steps that fail, the forged receipt, and its honest twin. */
export type ForgeryRow = readonly [
  name: string,
  fails: string,
  make: () => SettledReceipt,
  twin?: () => SettledReceipt,
]
/** Rows without a twin of their own have the common one. */
export const forgedBy = (rows: readonly ForgeryRow[], common = honest): ForgedReceipt[] =>
  rows.map(([name, fails, make, twin = common]) => ({ name, fails, make, twin }))

/** Its checkpoint is late enough to show whether the public log has the acceptance. */
export const lateCheckpoint = (): SettledReceipt =>
  settledReceipt(ordinaryLog(100_010), { checkpointMs: T0 + 130_000 })
/** What makes an order one on recorded prices, of which some may be rejected. */
export const RECORDED = { order: { source: 'recorded' }, seeds: [] } as const
/** A market that jumped during the order. */
export const jumped = (): SettledReceipt => settledReceipt(jumpedLog(), RECORDED)
/** A lost order that a rejected price would have won. */
export const lostByRejected = (): SettledReceipt =>
  settledReceipt(put(ordinaryLog(99_990), rejected(T0 + DURATION_MS - 100, 999_900)), RECORDED)

/** What a server shares of a receipt, and what a stranger can make of a full one. */
export function shared(receipt: SettledReceipt): SharedReceipt {
  const { transfers: _, order, ...rest } = receipt
  const { frozen: __, ...plain } = order
  return { ...rest, order: plain, format: SHARED_FORMAT }
}

/** The receipt with some parts replaced. */
export const other = (
  receipt: SettledReceipt,
  change: (receipt: SettledReceipt) => Partial<SettledReceipt>,
): SettledReceipt => ({ ...receipt, ...change(receipt) })

/** The receipt with another text of the terms, or without any. */
export function withTerms(given: SettledReceipt, terms?: string): SettledReceipt {
  const { terms: _, ...receipt } = given
  return terms === undefined ? receipt : { ...receipt, terms }
}

/** The receipt with another text of the acceptance, which no one signed. */
export const alteredText = (receipt: SettledReceipt, from: string, to: string): SettledReceipt =>
  other(receipt, ({ acceptance }) => ({
    acceptance: { ...acceptance, text: acceptance.text.replace(from, to) },
  }))

/** The receipt with every statement signed again, and its acceptance in the public log. */
export function reSigned(
  receipt: SettledReceipt,
  sign: (text: string) => SignedText,
): SettledReceipt {
  const { acceptance, entry, exit } = receipt
  const segment = (one: typeof entry) => ({ ...one, checkpoint: sign(one.checkpoint?.text ?? '') })
  const inclusion = inclusionOf(acceptance.text)
  return {
    ...receipt,
    acceptance: sign(acceptance.text),
    entry: segment(entry),
    exit: segment(exit),
    inclusion: { ...inclusion, checkpoint: sign(inclusion.checkpoint.text) },
  }
}

/** A signature that no key made. */
export const UNSIGNED = { signature: `${'A'.repeat(86)}==` }

/** The same 64 bytes in base64, with an unused bit that is set. */
export const otherSpelling = ({ signature, ...given }: SignedText): SignedText => {
  const next = { A: 'B', Q: 'R', g: 'h', w: 'x' }[signature.slice(85, 86)] ?? ''
  return { ...given, signature: `${signature.slice(0, 85)}${next}==` }
}

const stranger = signerOf(generateKeyPairSync('ed25519').privateKey)
/** A key that no reader trusts. */
export const strangerKey = { keyId: stranger.keyId, publicKey: stranger.publicKeyPem }
/** A statement by that key. */
export const strangerSigned = (text: string): SignedText => ({
  text,
  signature: stranger.sign(text),
  keyId: stranger.keyId,
})
