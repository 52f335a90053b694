/** How operators find and view customers. Data is masked unless a decision needs it in full. */
import type { z } from 'zod'
import { balance } from '#contract/balance.ts'
import type { deskCustomer, deskCustomerRow } from '#contract/desk.ts'
import { timeMs } from '#contract/scalars.ts'
import { MAX_ID } from '#server/platform/db/pages.ts'
import { type CustomerRow, selectCustomer, selectCustomers } from '#server/desk/customer-store.ts'
import { actsOf, logAct } from '#server/platform/operator-log.ts'
import { selectOwn } from '#server/documents/documents-store.ts'
import { depositOfRow, withdrawalOfRow } from '#server/documents/rows.ts'
import { selectBalance } from '#server/ledger/outbox-store.ts'
import { maskPhone } from '#rules/masking.ts'
import { payoutAccountOf } from '#server/profile/payout-account.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'
import { verificationOf } from '#server/profile/verification.ts'

const FOUND_MAX = 20
const NEWEST = { statuses: null, before: MAX_ID, limit: 20 } as const
const ACTS_MAX = 50

type Row = z.output<typeof deskCustomerRow>
type Customer = z.output<typeof deskCustomer>

const rowOf = (row: CustomerRow): Row => ({
  account: row.account,
  nickname: row.nickname,
  createdAt: timeMs.parse(row.created_at.getTime()),
  verification: row.verification,
  guest: row.guest,
  state: row.state,
})

async function customerOf(tx: Queryable, row: CustomerRow, atMs: number): Promise<Customer> {
  const { id } = row
  const deposits = await selectOwn(tx, 'deposit', id, NEWEST)
  const withdrawals = await selectOwn(tx, 'withdrawal', id, NEWEST)
  return {
    ...rowOf(row),
    phone: maskPhone(row.phone),
    identity: await verificationOf(tx, id),
    payoutAccount: await payoutAccountOf(tx, id),
    balance: balance.parse(JSON.parse(await selectBalance(tx, id, atMs))),
    deposits: deposits.map(depositOfRow),
    withdrawals: withdrawals.map(withdrawalOfRow),
    acts: await actsOf(tx, id, { before: null, limit: ACTS_MAX }),
  }
}

/** Finds and shows customers to operators. */
export interface Customers {
  /** Finds customers. The search is logged. */
  find(search: string, actor: Actor): Promise<Row[]>
  /** Shows one customer. Throws `not_found`. */
  view(account: string, actor: Actor): Promise<Customer>
}

/** Creates the functions that find and show customers. */
export function createCustomers({ db, clock }: { db: Database; clock: MarketClock }): Customers {
  return {
    find: (search, actor) =>
      db.transaction(async (tx) => {
        const rows = await selectCustomers(tx, search, FOUND_MAX)
        const atMs = clock.now()
        await logAct(tx, { atMs, actor, act: 'customer_searched', userId: null, ref: search })
        return rows.map(rowOf)
      }),
    view: (account, actor) =>
      db.transaction(async (tx) => {
        const row = await selectCustomer(tx, account)
        if (row === undefined) throw new Rejected('not_found')
        const atMs = clock.now()
        const shown = await customerOf(tx, row, atMs)
        await logAct(tx, { atMs, actor, act: 'customer_viewed', userId: row.id })
        return shown
      }),
  }
}
