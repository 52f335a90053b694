/** What closing an account does to each table with rows of users. A new table has to be named here. */

/** `kept`: the rows stay, for this reason. `deleted`: none is left. `emptied`: these columns are empty or null. */
export type ClosedTable = { kept: string } | { deleted: true } | { emptied: readonly string[] }

const LEDGER = {
  kept: 'the ledger and results never change; they have the number of the user alone',
}
const DOCUMENT = { kept: 'a document of money; it has masked digits of an account at most' }
const PROOF = { kept: 'what proves an act; hashes, signatures and numbers' }
const SHORT = { kept: 'removed with all others of its age (docs/OPERATIONS.md)' }
const DELETED = { deleted: true } as const

export const CLOSED_TABLES: Record<string, ClosedTable> = {
  account_closings: PROOF,
  account_locks: PROOF,
  account_recoveries: PROOF,
  accounts: LEDGER,
  act_proofs: PROOF,
  deposits: DOCUMENT,
  device_keys: PROOF,
  frozen: LEDGER,
  fund_accounts: LEDGER,
  fund_accruals: LEDGER,
  fund_lots: LEDGER,
  fund_marks: LEDGER,
  fund_redemptions: LEDGER,
  guests: PROOF,
  idempotency: SHORT,
  log_in_alarms: DELETED,
  log_ins: DELETED,
  mail_addresses: DELETED,
  messages: DELETED,
  operator_log: { kept: 'the log only grows, and its hashes are public' },
  order_refusals: LEDGER,
  orders: LEDGER,
  outbox: SHORT,
  outbox_heads: { kept: 'numbers of events' },
  outlet_messages: DELETED,
  own_limit_changes: { kept: 'a break is never shortened, not even by closing' },
  own_limits: { kept: 'a break is never shortened, not even by closing' },
  passkey_challenges: DELETED,
  passkeys: DELETED,
  password_changes: PROOF,
  password_tickets: PROOF,
  payout_accounts: { emptied: ['holder_mask', 'address_mask'] },
  payout_changes: { emptied: ['why'] },
  photos: { kept: 'sizes and times; the files are removed and their keys destroyed' },
  practice_issues: LEDGER,
  price_alerts: DELETED,
  push_devices: DELETED,
  push_switches: DELETED,
  recovery_codes: DELETED,
  sessions: { emptied: ['address', 'user_agent', 'device_hash'] },
  settled_traders: LEDGER,
  settlements: LEDGER,
  shared_receipts: { kept: 'a receipt is of an order; each link is revoked' },
  support_messages: DELETED,
  support_threads: DELETED,
  totp_factors: DELETED,
  transfers: LEDGER,
  user_keys: { emptied: ['wrapped'] },
  user_mutex: { kept: 'a number' },
  user_results: LEDGER,
  verifications: { emptied: ['name_mask', 'id_number_mask', 'document_digest'] },
  withdrawal_holds: LEDGER,
  withdrawals: DOCUMENT,
}
