/**
 * The scalars of the API and the socket. Brands keep a price from being used as an amount, or a product id as an order
 * id.
 */
import { decimalText, unitsOf } from '#contract/decimals.ts'
import { z } from 'zod/mini'

/** Milliseconds since 1970-01-01 UTC on the server's market clock. */
export const timeMs = z.int().check(z.nonnegative()).brand('TimeMs')
/** A parsed time of the market clock. */
export type TimeMs = z.infer<typeof timeMs>

/** A price as an integer. Its decimal point is the product's `priceDecimals` digits from the right. */
export const price = z.int().check(z.positive()).brand('Price')
export type Price = z.infer<typeof price>

/** A traded size as an integer with the product's `sizeDecimals`. 0 means that the source does not report sizes. */
export const size = z.int().check(z.nonnegative())

/** The symbol of a product, for example `EURUSD`. */
export const symbol = z
  .string()
  .check(z.regex(/^[A-Z0-9]{2,12}$/))
  .brand('Symbol')
/** The parsed symbol of a product. */
export type Symbol = z.infer<typeof symbol>

/** The small number of a product, used in positional frames. */
export const productId = z.int().check(z.gte(1), z.lte(999)).brand('ProductId')
/** The parsed number of a product. */
export type ProductId = z.infer<typeof productId>

/** A database id as a decimal string, because it may exceed 2^53. */
const rowId = z.string().check(z.regex(/^[1-9]\d{0,18}$/))
/** The id of an order: a decimal string. */
export const orderId = rowId.brand('OrderId')
export type OrderId = z.infer<typeof orderId>
/** The id of a system message: a decimal string. Lists of messages page by it. */
export const messageId = rowId.brand('MessageId')
/** The parsed id of a system message. */
export type MessageId = z.infer<typeof messageId>
/** The id of an announcement: a decimal string. */
export const announcementId = rowId.brand('AnnouncementId')
/** The id of an article of the news: a decimal string. */
export const newsId = rowId.brand('NewsId')
/** The parsed id of an article of the news. */
export type NewsId = z.infer<typeof newsId>
/** The id of a customer service message: a decimal string. Read marks refer to it. */
export const supportMessageId = rowId.brand('SupportMessageId')
/** The parsed id of a customer service message. */
export type SupportMessageId = z.infer<typeof supportMessageId>
/** The id of a deposit: a decimal string. */
export const depositId = rowId.brand('DepositId')
/** The id of a withdrawal: a decimal string. */
export const withdrawalId = rowId.brand('WithdrawalId')
/** The id of an uploaded photo: a decimal string. Forms name photos by it. */
export const photoId = rowId.brand('PhotoId')
/** The id of a submitted identity: a decimal string. */
export const verificationId = rowId.brand('VerificationId')
/** The id of a proposed payout account change: a decimal string. */
export const payoutChangeId = rowId.brand('PayoutChangeId')
/** The id of an account recovery: a decimal string. */
export const recoveryId = rowId.brand('RecoveryId')
/** The id of a lot of the fund: a decimal string. */
export const fundLotId = rowId.brand('FundLotId')
/** The id of a withdrawal from the fund: a decimal string. */
export const redemptionId = rowId.brand('RedemptionId')
/** The id of a price alert: a decimal string. */
export const alertId = rowId.brand('AlertId')
/** The parsed id of a price alert. */
export type AlertId = z.infer<typeof alertId>
/** The id of a push subscription: a decimal string. */
export const pushDeviceId = rowId.brand('PushDeviceId')
/** The id of a proposed rate of the fund: a decimal string. */
export const rateProposalId = rowId.brand('RateProposalId')
/** The id of a time for which something was frozen (contract/frozen.ts): a decimal string. */
export const frozenId = rowId.brand('FrozenId')
/** The id of an entry in the history of a user's own limits: a decimal string. */
export const ownChangeId = rowId.brand('OwnChangeId')
/** The id of a ledger transfer: a decimal string. Lists of ledger records page by it. */
export const transferId = rowId.brand('TransferId')
/** The sequence number of an entry in the operator log: a decimal string. */
export const actSeq = rowId.brand('ActSeq')

/** A day in UTC as ISO 8601, such as `2026-01-31`. Years 2000 to 2099. */
export const day = z
  .string()
  .check(
    z.regex(/^20\d\d-\d\d-\d\d$/),
    z.refine(
      (text) => {
        const ms = Date.parse(`${text}T00:00:00Z`)
        return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
      },
      { params: { code: 'date' } },
    ),
  )
  .brand('Day')
export type Day = z.infer<typeof day>

/** A country as ISO 3166-1 alpha-2. */
export const nationality = z.string().check(z.regex(/^[A-Z]{2}$/))
/**
 * A text to look something up by, exactly as typed. It is not trimmed, and it has no NUL character, which PostgreSQL
 * text cannot hold.
 */
export const typedText = (max: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(max),
    z.refine((text) => !text.includes('\0')),
  )
/** Composed characters, and single spaces for runs of blanks, as they come with pasted texts. */
const tidyLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()

/**
 * A single-line text of a user: composed, with single spaces, without control characters. `min` and `max` are in UTF-16
 * code units.
 */
export const plainText = (min: number, max: number) =>
  z.string().check(
    z.overwrite(tidyLine),
    z.minLength(min),
    z.maxLength(max),
    z.refine((text) => !/\p{Cc}/u.test(text)),
  )

const DIRECTION = /\p{Bidi_Control}/u
/** Blanks, controls, and what is never drawn. */
const UNSEEN = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]+$/u

/**
 * Whether a text that others read is what it looks like: without characters that change the direction of a text, and
 * not made of invisible characters alone. The empty text is.
 */
const isShown = (text: string): boolean => !DIRECTION.test(text) && !UNSEEN.test(text)

/** A check for texts that others read. rules/deceptive-text.ts asks more of texts about the destination of money. */
export const shown = z.refine<string>(isShown, { params: { code: 'deceptive' } })

/**
 * A single-line text that others read, as it is sent. What was stored before this check is read with `plainText`, so
 * that it stays readable.
 */
export const shownText = (min: number, max: number) => plainText(min, max).check(shown)

/** The text form of an amount: a plain decimal without sign, at most 12 integer and 2 fraction digits. */
export const MONEY_PATTERN = /^(0|[1-9]\d{0,11})(\.\d{1,2})?$/
const SIGNED_MONEY_PATTERN = /^-?(0|[1-9]\d{0,11})\.\d{2}$/

/** Of money, in digits. */
export const CENTS = 2
const minorFromText = (text: string): bigint => unitsOf(text, CENTS)
const textFromMinor = (minor: bigint): string => decimalText(minor, CENTS)

/** A non-negative amount of money: a decimal string in JSON, bigint minor units (1/100) in code. */
export const money = z.codec(z.string().check(z.regex(MONEY_PATTERN)), z.bigint(), {
  decode: minorFromText,
  encode: textFromMinor,
})

/** A profit or loss: like `money`, but with a sign and always two fraction digits. */
export const signedMoney = z.codec(z.string().check(z.regex(SIGNED_MONEY_PATTERN)), z.bigint(), {
  decode: minorFromText,
  encode: textFromMinor,
})

/** A rate in basis points: 8500 is 85.00 %. */
export const basisPoints = z.int().check(z.gte(0), z.lte(100_000))

/** A hash of 32 bytes as lower-case hex. */
export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** 16 random bytes as lower-case hex, hashed together with a text so that no one can guess the text. */
export const salt = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** The direction of an order: `up` wins if the price rises, `down` if it falls. */
export const direction = z.enum(['up', 'down'])
/** The parsed direction of an order. */
export type Direction = z.infer<typeof direction>

/** Where the prices of a server come from. Every page with prices names it. */
export const feedSource = z.enum(['simulated', 'recorded', 'live'])
/** The parsed source of prices. */
export type FeedSource = z.infer<typeof feedSource>

/** Where the prices of a product come from. A server with live prices can have products with one dealer's quotes. */
export const priceSource = z.enum(['simulated', 'recorded', 'live', 'dealer'])
/** The parsed source of a product's prices. */
export type PriceSource = z.infer<typeof priceSource>

/**
 * The idempotency key that a client generates per command. The client keeps it until it has a final answer. A key that
 * begins with its time, 13 digits of ms since 1970 and a hyphen, is refused after a restore only if it is older; any
 * other key always is.
 */
export const intentKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))
