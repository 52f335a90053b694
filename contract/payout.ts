/**
 * The payout account, to which withdrawals go: one bank card or currency address per user, which the user sets once.
 */
import { z } from 'zod/mini'
import { nationality, plainText, timeMs } from '#contract/scalars.ts'

/** The currencies to which a withdrawal can be paid, with their network where there are several. */
export const currency = z.enum(['BTC', 'ETH', 'USDT-TRC20', 'USDT-ERC20'])
export type Currency = z.infer<typeof currency>

/**
 * The unmasked payout account, as users and operators send it. Check digits are verified: Luhn for cards, the country's
 * rule for IBANs, and the checksum of each kind of address (rules/payout-destination.ts).
 */
export const payoutForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bank_card'),
    holder: plainText(2, 100),
    nationality,
    bank: plainText(2, 100),
    /** A card number or IBAN; spaces are allowed. */
    number: plainText(8, 48),
    /** The branch or address of the bank. */
    address: plainText(2, 200),
  }),
  z.object({
    kind: z.literal('currency_address'),
    holder: plainText(2, 100),
    nationality,
    currency,
    address: plainText(20, 100),
  }),
])
/** A parsed, unmasked payout account. */
export type PayoutForm = z.infer<typeof payoutForm>

/** The saved payout account as it is shown: everything that could be abused is masked. */
export const payoutAccount = z.object({
  kind: z.enum(['bank_card', 'currency_address']),
  holder: z.string(),
  nationality,
  /** The name of the bank, or the currency of an address. */
  bank: z.string(),
  /** The last four characters: `•••• 1234`. */
  number: z.string(),
  address: z.nullable(z.string()),
  setAt: timeMs,
  /**
   * After customer service changed the account, withdrawals are refused until this time; null if there is no such wait.
   */
  heldUntil: z.nullable(timeMs),
})
/** A parsed, masked payout account. */
export type PayoutAccount = z.infer<typeof payoutAccount>
