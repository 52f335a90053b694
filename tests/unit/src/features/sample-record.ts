/** A line of the ledger as the server sends it; each test changes what it is about. */
import type { z } from 'zod'
import type { ledgerRecord } from '#contract/records.ts'

type WireRecord = z.input<typeof ledgerRecord>

export const wireRecord = (change: Partial<WireRecord> = {}): WireRecord => ({
  id: '900',
  kind: 'deposit',
  ref: '71',
  account: 'cash',
  amount: '25.00',
  balanceAfter: '1025.00',
  outcome: null,
  at: 1_700_000_000_000,
  ...change,
})
