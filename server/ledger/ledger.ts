/** Accounts and transfers of the ledger, and the call that posts them. The SQL function `post` is the only writer. */
import { insertTransfers, type Transfer } from '#server/ledger/ledger-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/**
 * The accounts of the platform, numbered as in 0001_ledger.sql. They store no balance; their balance is the sum of
 * their entries.
 */
export const HOUSE = {
  trading: 1n,
  fundIncome: 2n,
  fees: 3n,
  depositTransit: 4n,
  withdrawalTransit: 5n,
  practiceIssue: 6n,
  compensation: 7n,
} as const

const USER_ACCOUNTS = {
  cash: 1n,
  stake: 2n,
  withdrawalHold: 3n,
  fundPending: 4n,
  fundConfirmed: 5n,
} as const
const ACCOUNTS_PER_USER = 16n

/** The id of a user's account of a kind. */
export const userAccount = (userId: bigint, kind: keyof typeof USER_ACCOUNTS): bigint =>
  userId * ACCOUNTS_PER_USER + USER_ACCOUNTS[kind]

function assertPostable({ kind, ref, legs }: Transfer): void {
  const fault = (what: string): never => {
    throw new Error(`transfer ${kind} ${ref}: ${what}`)
  }
  if (kind === '' || ref === '') fault('needs a kind and a ref')
  if (legs.length < 2) fault('needs two legs')
  if (legs.some(({ amount }) => amount === 0n)) fault('has an empty leg')
  if (new Set(legs.map(({ account }) => account)).size < legs.length)
    fault('names an account twice')
  const sum = legs.reduce((total, { amount }) => total + amount, 0n)
  if (sum !== 0n) fault(`sums to ${sum}`)
}

/** Posts transfers in order and returns their ids in the same order. The caller holds the mutex of every user named. */
export function post(tx: Queryable, transfers: readonly Transfer[]): Promise<bigint[]> {
  for (const transfer of transfers) assertPostable(transfer)
  return insertTransfers(tx, transfers)
}
