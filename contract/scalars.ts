/** The branded scalars that cross the wire, so that a price is never an amount and a product never an order. */
import { z } from 'zod'

/** Milliseconds since 1970-01-01 UTC on the server's market clock. */
export const timeMs = z.int().nonnegative().brand('TimeMs')
export type TimeMs = z.infer<typeof timeMs>

/** A price as an integer; the product's `priceDecimals` says where the point stands. */
export const price = z.int().positive().brand('Price')
export type Price = z.infer<typeof price>

/** A traded size as an integer with the product's `sizeDecimals`; 0 means that the source gives none. */
export const size = z.int().nonnegative()

/** A product's symbol, for example `EURUSD`. */
export const symbol = z
  .string()
  .regex(/^[A-Z0-9]{2,12}$/)
  .brand('Symbol')
export type Symbol = z.infer<typeof symbol>

/** A product's small number, used in positional frames. */
export const productId = z.int().min(1).max(999).brand('ProductId')
export type ProductId = z.infer<typeof productId>

/** A database identity as a decimal string: it may pass 2^53. */
const rowId = z.string().regex(/^[1-9]\d{0,18}$/)
export const orderId = rowId.brand('OrderId')
export type OrderId = z.infer<typeof orderId>
export const messageId = rowId.brand('MessageId')
export type MessageId = z.infer<typeof messageId>
export const announcementId = rowId.brand('AnnouncementId')
export const supportMessageId = rowId.brand('SupportMessageId')
export type SupportMessageId = z.infer<typeof supportMessageId>
export const depositId = rowId.brand('DepositId')
export const withdrawalId = rowId.brand('WithdrawalId')
export const photoId = rowId.brand('PhotoId')
export const verificationId = rowId.brand('VerificationId')
export const payoutChangeId = rowId.brand('PayoutChangeId')
export const fundLotId = rowId.brand('FundLotId')
export const redemptionId = rowId.brand('RedemptionId')
export const alertId = rowId.brand('AlertId')
export type AlertId = z.infer<typeof alertId>
export const pushDeviceId = rowId.brand('PushDeviceId')
export const rateProposalId = rowId.brand('RateProposalId')
export const ownChangeId = rowId.brand('OwnChangeId')
/** A ledger transfer's number: lists of records page by it. */
export const transferId = rowId.brand('TransferId')
/** A number in the operator log. */
export const actSeq = rowId.brand('ActSeq')

/** A day of the one business zone (UTC), ISO 8601; years 2000 to 2099. */
export const day = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/)
  .refine((text) => {
    const ms = Date.parse(`${text}T00:00:00Z`)
    return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
  })
  .brand('Day')
export type Day = z.infer<typeof day>

/** ISO 3166-1 alpha-2. */
export const nationality = z.string().regex(/^[A-Z]{2}$/)
/** As typed, to be looked up: anything that a database text can hold, so no zero character. */
export const typedText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => !text.includes('\0'))
/** What a database text can hold and a person may write: trimmed, no control characters. */
export const plainText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text))

/** Amounts as they may be written: plain decimals, no sign, at most 12 integer and 2 fraction digits. */
export const MONEY_PATTERN = /^(0|[1-9]\d{0,11})(\.\d{1,2})?$/
const SIGNED_MONEY_PATTERN = /^-?(0|[1-9]\d{0,11})\.\d{2}$/

function minorFromText(text: string): bigint {
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const minor = BigInt(whole + fraction.padEnd(2, '0'))
  return negative ? -minor : minor
}

function textFromMinor(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount of money, ≥ 0: decimal string on the wire, bigint minor units (1/100) in code. */
export const money = z.codec(z.string().regex(MONEY_PATTERN), z.bigint(), {
  decode: minorFromText,
  encode: textFromMinor,
})

/** A profit or loss: as `money`, with a sign, always two fraction digits. */
export const signedMoney = z.codec(z.string().regex(SIGNED_MONEY_PATTERN), z.bigint(), {
  decode: minorFromText,
  encode: textFromMinor,
})

/** A rate in basis points: 8500 is 85.00 %. */
export const basisPoints = z.int().min(0).max(100_000)

/** 32 bytes as lower-case hex. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const direction = z.enum(['up', 'down'])
export type Direction = z.infer<typeof direction>

/** Where the prices come from; every price page names it. */
export const feedSource = z.enum(['simulated', 'recorded', 'live'])
export type FeedSource = z.infer<typeof feedSource>

/** A client's key for one money intent, kept until a final answer. */
export const intentKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/)
