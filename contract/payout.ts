/** Where withdrawals go: one bank card or currency address a user, set once. */
import { z } from 'zod'
import { nationality, plainText, timeMs } from '#contract/scalars.ts'

export const currency = z.enum(['BTC', 'ETH', 'USDT-TRC20', 'USDT-ERC20'])
export type Currency = z.infer<typeof currency>

/** Numbers with check digits of their own are checked: cards by Luhn, IBANs, addresses by their kind. */
export const payoutForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bank_card'),
    holder: plainText(2, 100),
    nationality,
    bank: plainText(2, 100),
    /** Card number or IBAN, spaces allowed. */
    number: plainText(8, 48),
    /** The bank's branch or address. */
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
export type PayoutForm = z.infer<typeof payoutForm>

/** As shown after saving: whatever could be abused is masked. */
export const payoutAccount = z.object({
  kind: z.enum(['bank_card', 'currency_address']),
  holder: z.string(),
  nationality,
  /** The bank's name, or the currency. */
  bank: z.string(),
  /** `•••• 1234`. */
  number: z.string(),
  address: z.string().nullable(),
  setAt: timeMs,
  /** After a change by customer service withdrawals wait until then; null: no wait. */
  heldUntil: timeMs.nullable(),
})
export type PayoutAccount = z.infer<typeof payoutAccount>
