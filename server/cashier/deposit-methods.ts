/** Deposit methods and their payment details: examples in practice mode, otherwise from the operator's file. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type DepositMethod, depositMethod } from '#contract/cashier.ts'
import { DEPOSIT_LIMITS } from '#server/cashier/limits.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** The deposit methods of this server. */
export interface DepositMethods {
  /** The methods with this user's own reference. */
  of(userId: bigint): DepositMethod[]
}

const REFERENCE = '{reference}'
const MODULUS = 97n

/**
 * The user's reference by ISO 11649. Its two check digits prevent that a typing error leads to another user's
 * reference.
 */
export function referenceOf(userId: bigint): string {
  const body = `FT${userId}`
  const digits = `${body}RF00`.replaceAll(/[A-Z]/g, (sign) => `${Number.parseInt(sign, 36)}`)
  const check = MODULUS + 1n - (BigInt(digits) % MODULUS)
  return `RF${check.toString().padStart(2, '0')}${body}`
}

/** A method as the file has it. `{reference}` is replaced by the user's own in values and in the QR code's text. */
const { minimum, maximum } = depositMethod.shape
const template = z.strictObject({
  ...depositMethod.shape,
  minimum: z._default(minimum, DEPOSIT_LIMITS.minimum),
  maximum: z._default(maximum, DEPOSIT_LIMITS.maximum),
})
type MethodTemplate = z.input<typeof template>
const templates = z
  .array(template)
  .max(20)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
    error: 'names a method twice',
  })
  .refine((all) => all.every((method) => method.minimum <= method.maximum), {
    error: 'has a minimum above its maximum',
  })

/** Creates the methods from parsed JSON. Throws when it is invalid. */
export function methodsFrom(given: unknown): DepositMethods {
  const known = templates.parse(given)
  return {
    of: (userId) => {
      const reference = referenceOf(userId)
      const filled = (text: string): string => text.replaceAll(REFERENCE, reference)
      return known.map((method) => ({
        ...method,
        details: method.details.map(({ label, value }) => ({ label, value: filled(value) })),
        qr: method.qr === null ? null : filled(method.qr),
      }))
    },
  }
}

async function methodsInFile(path: string): Promise<DepositMethods> {
  try {
    return methodsFrom(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const why = error instanceof z.core.$ZodError ? z.prettifyError(error) : String(error)
    throw new StartRefused(`CASHIER_METHODS: ${path} is no list of ways to deposit.\n${why}`)
  }
}

/** Valid check digits, and a bank code that no bank has. */
const IBAN = 'DE36000000000000000000'
const HOLDER = 'EXAMPLE - DO NOT PAY'
/** The network's zero address, to which payments would be lost. */
const TRON = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
/** A well-known address without a key, as its text says. */
const BITCOIN = '1BitcoinEaterAddressDontSendf59kuE'

/** EPC069-12 version 2, the QR code that banking apps read. */
const EPC = ['BCD', '002', '1', 'SCT', '', HOLDER, IBAN, '', '', '{reference}', '', ''].join('\n')

/** The deposit methods of practice mode: realistic examples that cannot receive money. */
const PRACTICE_METHODS: readonly MethodTemplate[] = [
  {
    id: 'bank_transfer',
    kind: 'bank',
    currency: null,
    details: [
      { label: 'holder', value: HOLDER },
      { label: 'bank', value: 'Example Bank' },
      { label: 'iban', value: IBAN },
      { label: 'reference', value: '{reference}' },
    ],
    qr: EPC,
  },
  {
    id: 'usdt_trc20',
    kind: 'currency',
    currency: 'USDT-TRC20',
    details: [
      { label: 'network', value: 'TRON (TRC20)' },
      { label: 'address', value: TRON },
    ],
    qr: TRON,
  },
  {
    id: 'btc',
    kind: 'currency',
    currency: 'BTC',
    details: [
      { label: 'network', value: 'Bitcoin' },
      { label: 'address', value: BITCOIN },
    ],
    qr: `bitcoin:${BITCOIN}`,
  },
]

/**
 * Opens the methods. Outside practice mode and without a file there are none, and the page says that deposits are not
 * offered.
 */
export async function openDepositMethods(config: {
  practice: boolean
  cashierMethods: string | null
}): Promise<DepositMethods> {
  if (config.practice) return methodsFrom(PRACTICE_METHODS)
  return config.cashierMethods === null ? methodsFrom([]) : methodsInFile(config.cashierMethods)
}
