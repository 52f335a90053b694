/** A line of the ledger as the server sends it; each test changes what it is about. */
import type { z } from 'zod'
import type { ledgerRecord } from '#contract/records.ts'

type WireRecord = z.input<typeof ledgerRecord>

export function wireRecord(change: Partial<WireRecord> = {}): WireRecord {
  const record = {
    id: '900',
    kind: 'deposit' as const,
    ref: '71',
    account: 'cash' as const,
    amount: '25.00',
    balanceAfter: '1025.00',
    outcome: null,
    at: 1_700_000_000_000,
    ...change,
  }
  const { account, amount, balanceAfter } = record
  return { entries: [{ account, amount, balanceAfter }], ...record }
}
