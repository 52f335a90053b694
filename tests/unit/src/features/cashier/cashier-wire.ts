/** Terms and accounts of the cashier as the server sends them. */
type Change = Record<string, unknown>

export const depositTermsWire = (change: Change = {}): Change => ({
  dailyCount: 10,
  remainingToday: 10,
  resetsAt: 1_700_006_400_000,
  methods: [
    {
      id: 'bank_transfer',
      kind: 'bank',
      currency: null,
      minimum: '10.00',
      maximum: '50000.00',
      details: [
        { label: 'holder', value: 'EXAMPLE' },
        { label: 'iban', value: 'DE36000000000000000000' },
      ],
      qr: 'BCD',
    },
    {
      id: 'btc',
      kind: 'currency',
      currency: 'BTC',
      minimum: '20.00',
      maximum: '5000.00',
      details: [{ label: 'address', value: 'not-an-address' }],
      qr: null,
    },
  ],
  ...change,
})

export const withdrawalTermsWire = (change: Change = {}): Change => ({
  fees: {
    bank_card: { rate: 50, minimum: '2.00' },
    currency_address: { rate: 100, minimum: '1.00' },
  },
  minimum: '20.00',
  maximum: '50000.00',
  dailyCount: 5,
  remainingToday: 5,
  resetsAt: 1_700_006_400_000,
  ...change,
})

export const accountWire = (change: Change = {}): Change => ({
  kind: 'bank_card',
  holder: 'W**',
  nationality: 'CN',
  bank: 'Example Bank',
  number: '•••• 1111',
  address: '1 Lo***',
  setAt: 1_690_000_000_000,
  heldUntil: null,
  ...change,
})
