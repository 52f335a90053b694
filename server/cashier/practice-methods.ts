/** The deposit methods of practice mode: realistic examples that cannot receive money. */
import type { MethodTemplate } from '#server/cashier/deposit-methods.ts'

/** Valid check digits, and a bank code that no bank has. */
const IBAN = 'DE36000000000000000000'
const HOLDER = 'EXAMPLE - DO NOT PAY'
/** The network's zero address, to which payments would be lost. */
const TRON = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
/** A well-known address without a key, as its text says. */
const BITCOIN = '1BitcoinEaterAddressDontSendf59kuE'

/** EPC069-12 version 2, the QR code that banking apps read. */
const EPC = ['BCD', '002', '1', 'SCT', '', HOLDER, IBAN, '', '', '{reference}', '', ''].join('\n')

/** The templates of the practice methods. */
export const PRACTICE_METHODS: readonly MethodTemplate[] = [
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
