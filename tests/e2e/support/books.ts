/** What the database has of one user, against which tests check every screen. */
import { expect } from '@playwright/test'
import type { Phone } from './phone.ts'
import type { RunningServer } from './server.ts'

export interface Books {
  account: string
  /** Balance of one account in minor units. */
  balance(kind: 'cash' | 'stake' | 'withdrawal_hold'): Promise<bigint>
  /** Newest first. */
  deposits(): Promise<{ id: string; amount: string; status: string; reviewer: string | null }[]>
  withdrawals(): Promise<
    { id: string; amount: string; fee: string; status: string; reviewer: string | null }[]
  >
  verification(): Promise<{ status: string; reviewer: string | null } | undefined>
  /** How many transfers of this kind moved the user's money. */
  transfers(kind: string): Promise<number>
  /** Newest first, without those that were undone because they came too late. `pnl` is null until one is settled. */
  orders(): Promise<{ id: string; status: string; pnl: string | null }[]>
}

export function booksOf(server: RunningServer, account: string): Books {
  const ask = <Row extends object>(sql: string, ...more: unknown[]): Promise<Row[]> =>
    server.ask<Row>(sql, [account, ...more])
  const mine = `user_id = (select id from users where account = $1)`
  return {
    account,
    balance: async (kind) => {
      const sql = `select balance::text b from accounts where ${mine} and kind = $2`
      const [row] = await ask<{ b: string }>(sql, kind)
      return BigInt(row?.b ?? '-1')
    },
    deposits: () =>
      ask(
        `select id::text, amount::text, status, reviewer from deposits where ${mine} order by deposits.id desc`,
      ),
    withdrawals: () =>
      ask(
        `select id::text, amount::text, fee::text, status, reviewer from withdrawals
         where ${mine} order by withdrawals.id desc`,
      ),
    verification: async () => {
      const sql = `select status, reviewer from verifications where ${mine} order by id desc limit 1`
      const [row] = await ask<{ status: string; reviewer: string | null }>(sql)
      return row
    },
    transfers: async (kind) => {
      const sql = `select count(distinct t.id)::int n from transfers t
        join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
        where a.${mine} and t.kind = $2`
      const [row] = await ask<{ n: number }>(sql, kind)
      return row?.n ?? -1
    },
    orders: () =>
      ask(
        `select o.id::text, o.status, s.profit_and_loss::text as pnl from orders o
         left join settlements s on s.order_id = o.id
         where o.${mine} and s.void_reason is distinct from 'too_late' order by o.id desc`,
      ),
  }
}

/** Minor units as the English screen writes them. */
export const written = (minor: bigint): string =>
  `${(minor / 100n).toLocaleString('en')}.${(minor % 100n).toString().padStart(2, '0')}`

/** Waits until the database has it; tests check the screen separately. */
export const inBooks = <T>(read: () => Promise<T>, wanted: T): Promise<void> =>
  expect.poll(read).toEqual(wanted)

/** The user's only order is settled, and page and ledger agree on what that did to 10,000.00 of practice money. */
export async function expectSettled(phone: Phone, books: Books): Promise<void> {
  const [order, ...others] = await books.orders()
  expect(others).toEqual([])
  expect(['won', 'lost', 'draw']).toContain(order?.status)
  const cash = 1_000_000n + BigInt(order?.pnl ?? 'no result')
  expect(await books.balance('cash')).toBe(cash)
  await phone.openProducts()
  await expect(phone.available).toContainText(written(cash))
}
